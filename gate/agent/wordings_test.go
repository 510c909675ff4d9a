package agent

import "testing"

func TestWordings(t *testing.T) {
	for _, test := range []struct {
		words      func(string) string
		said, want string
	}{
		{dated, "on 2026-03-04.", "on 4 March 2026."},
		{dated, "on Wednesday 4 March, or 5th of April 2026", "on Wednesday March 4, or April 5, 2026"},
		{dated, "on March 4, 2026 or May 2nd", "on 4 March 2026 or 2 May"},
		{dated, "in May, on 2026-13-01", "in May, on 2026-13-01"},
		{priced, "€1,234.50 and £ 20, not $5.", "1234.50 euros and 20 pounds, not 5 dollars."},
		{priced, "20 EUR, 1,000.00 dollars or 3 USD", "€20, $1,000.00 or $3"},
		{priced, "12 people", "12 people"},
		{bold, "Order 812044 of Alex Rivera costs €12.50 on 2026-03-04.", "Order **812044** of **Alex Rivera** costs **€12.50** on **2026-03-04**."},
		{bold, "Your booking $saved.made, room A-17, at 18:00.", "Your booking **$saved.made**, room **A-17**, at **18:00**."},
	} {
		if got := test.words(test.said); got != test.want {
			t.Errorf("%q becomes %q, want %q", test.said, got, test.want)
		}
	}
}
