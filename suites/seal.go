package suites

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"filippo.io/age"
)

// MaxSealed bounds a sealed file, in bytes.
const MaxSealed = 64 << 20

// workFactor is the base-2 logarithm of scrypt's cost: a second and 256 MiB for
// each try at a passphrase. Files that demand more are refused.
const workFactor = 18

// Lock is what a held-out side is sealed with.
type Lock struct{ recipients []age.Recipient }

// Recipients is the lock of public keys, written age1…. Any one of their
// identities opens it.
func Recipients(keys []string) (Lock, error) {
	var l Lock
	for _, key := range keys {
		r, err := age.ParseX25519Recipient(strings.TrimSpace(key))
		if err != nil {
			return Lock{}, errors.New("read recipient: it is no X25519 public key; give one that begins with age1, as age-keygen prints it")
		}
		l.recipients = append(l.recipients, r)
	}
	return l, nil
}

// Passphrase is the lock of a passphrase.
func Passphrase(words string) (Lock, error) { return passphrase(words, workFactor) }

func passphrase(words string, factor int) (Lock, error) {
	r, err := age.NewScryptRecipient(words)
	if err != nil || len(words) < MinSecret {
		return Lock{}, fmt.Errorf("read passphrase: it has %d bytes, and could be guessed; use %d or more", len(words), MinSecret)
	}
	r.SetWorkFactor(factor)
	return Lock{[]age.Recipient{r}}, nil
}

// Key is what opens a sealed held-out side. It is never printed.
type Key struct{ identities []age.Identity }

// NewKey reads a key: an identity, AGE-SECRET-KEY-1…, alone or as age-keygen
// writes it with comments, or else a passphrase.
func NewKey(text string) (Key, error) {
	if strings.Contains(text, "AGE-SECRET-KEY-1") {
		ids, err := age.ParseIdentities(strings.NewReader(text))
		if err != nil {
			return Key{}, errors.New("read key: it is no X25519 identity; give one that begins with AGE-SECRET-KEY-1, as age-keygen writes it")
		}
		return Key{ids}, nil
	}
	id, err := age.NewScryptIdentity(text)
	if err != nil {
		return Key{}, errors.New("read key: it is empty")
	}
	id.SetMaxWorkFactor(workFactor)
	return Key{[]age.Identity{id}}, nil
}

// Seal packs the files below a folder and encrypts them.
func Seal(fsys fs.FS, l Lock) ([]byte, error) {
	packed, err := pack(fsys)
	if err != nil {
		return nil, fmt.Errorf("seal held-out side: %w", err)
	}
	return l.encrypt(packed)
}

// Seal encrypts the manifest as a held-out side.
func (m *Manifest) Seal(l Lock) ([]byte, error) {
	packed, err := archive([]string{ManifestFile}, func(string) ([]byte, error) { return m.Encode() })
	if err != nil {
		return nil, fmt.Errorf("seal held-out side: %w", err)
	}
	return l.encrypt(packed)
}

func (l Lock) encrypt(packed []byte) ([]byte, error) {
	var out bytes.Buffer
	w, err := age.Encrypt(&out, l.recipients...)
	if err == nil {
		_, err = w.Write(packed)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		return nil, fmt.Errorf("seal held-out side: %w", err)
	}
	if out.Len() > MaxSealed {
		return nil, fmt.Errorf("seal held-out side: it has %d bytes, more than the %d that can be opened again", out.Len(), MaxSealed)
	}
	return out.Bytes(), nil
}

// Open decrypts a sealed held-out side into memory, all of it or nothing.
func Open(sealed []byte, k Key) (fs.FS, error) {
	if len(sealed) > MaxSealed {
		return nil, fmt.Errorf("open held-out side: it has more than the %d bytes allowed", MaxSealed)
	}
	r, err := age.Decrypt(bytes.NewReader(sealed), k.identities...)
	var unfit *age.NoIdentityMatchError
	switch {
	case errors.As(err, &unfit):
		return nil, errors.New("open held-out side: the key does not fit; give the identity of one of its recipients, or its passphrase")
	case err != nil:
		return nil, errors.New("open held-out side: it is no sealed file, or was altered or cut short; take it from where it was sealed")
	}
	packed, err := io.ReadAll(r)
	if err != nil {
		return nil, errors.New("open held-out side: it was altered or cut short; take it from where it was sealed")
	}
	fsys, err := unpack(packed)
	if err != nil {
		return nil, fmt.Errorf("open held-out side: %w", err)
	}
	return fsys, nil
}
