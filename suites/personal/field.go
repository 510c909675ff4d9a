package personal

import (
	"regexp"
	"slices"
	"strings"
)

// fields says of what kind the value of a field is, by the field's name in lower case
// with its words separated by underscores.
var fields = map[string]Kind{
	"first_name": Name, "firstname": Name, "given_name": Name, "middle_name": Name, "last_name": Name, "lastname": Name, "surname": Name,
	"family_name": Name, "maiden_name": Name, "full_name": Name, "fullname": Name, "customer_name": Name, "passenger_name": Name,
	"guest_name": Name, "patient_name": Name, "employee_name": Name, "holder": Name, "holder_name": Name, "cardholder": Name,
	"cardholder_name": Name, "account_holder": Name, "contact_name": Name, "recipient": Name, "recipient_name": Name, "billing_name": Name,
	"caller_name": Name, "user_full_name": Name, "display_name": Name,

	"email": Email, "e_mail": Email, "mail": Email, "email_address": Email, "user_email": Email, "customer_email": Email, "contact_email": Email,

	"phone": Phone, "phone_number": Phone, "mobile": Phone, "mobile_number": Phone, "mobile_phone": Phone, "cell": Phone, "cell_phone": Phone,
	"tel": Phone, "telephone": Phone, "fax": Phone, "customer_phone": Phone, "home_phone": Phone, "work_phone": Phone, "msisdn": Phone,

	"street": Street, "street_address": Street, "street1": Street, "street2": Street, "address": Street, "address1": Street, "address2": Street,
	"address_1": Street, "address_2": Street, "address_line1": Street, "address_line2": Street, "address_line_1": Street,
	"address_line_2": Street, "line1": Street, "line2": Street, "home_address": Street, "shipping_address": Street, "billing_address": Street,

	"zip": Postcode, "zip_code": Postcode, "zipcode": Postcode, "postal_code": Postcode, "postcode": Postcode, "plz": Postcode,

	"dob": Birth, "date_of_birth": Birth, "birth_date": Birth, "birthdate": Birth, "birthday": Birth,

	"ssn": Document, "social_security_number": Document, "tax_id": Document, "national_id": Document, "passport": Document,
	"passport_number": Document, "passport_no": Document, "driver_license": Document, "driving_licence": Document, "license_number": Document,

	"card_number": Card, "credit_card": Card, "credit_card_number": Card, "card": Card, "pan": Card, "last_four": Card, "last4": Card,
	"last_4": Card, "last_four_digits": Card, "cvv": Card, "cvc": Card, "iban": Card, "account_number": Card, "bank_account": Card,

	"payment_id": Payment, "payment_method_id": Payment, "payment_method": Payment, "card_id": Payment, "credit_card_id": Payment,
	"gift_card_id": Payment, "certificate_id": Payment, "payment_source": Payment,

	"user": User, "user_id": User, "userid": User, "username": User, "user_name": User, "login": User, "customer": User, "customer_id": User,
	"member_id": User, "passenger_id": User, "guest_id": User, "patient_id": User, "employee_id": User, "client_id": User, "caller_id": User,

	"ip": Host, "ip_address": Host, "client_ip": Host,
}

// people are fields whose object is a person, so that its field name is one's name.
var people = []string{"user", "customer", "passenger", "guest", "patient", "employee", "contact", "person", "profile", "member", "owner", "caller", "client"}

// payments are fields whose object's keys, or whose objects' field id, are ways to pay.
var payments = []string{"payment_methods", "payment_method", "payments", "cards", "payment_history"}

// fieldKind is the kind of the value of a field of an object that stands in the field
// above; "" for none.
func fieldKind(field, above string, object map[string]any) Kind {
	name := spelled(field)
	switch {
	case fields[name] != "":
		return fields[name]
	case name == "id" && slices.Contains(payments, above):
		return Payment
	case name == "id" && slices.Contains(people, singular(above)):
		return User
	case name == "name" && (slices.Contains(people, singular(above)) || isPerson(object)):
		return Name
	}
	return ""
}

// isPerson tells by its fields whether an object is a person.
func isPerson(object map[string]any) bool {
	for field := range object {
		switch fields[spelled(field)] {
		case Email, Birth, Phone, Document:
			return true
		}
	}
	return false
}

var camel = regexp.MustCompile(`([a-z0-9])([A-Z])`)

// spelled is a name of a field in lower case, its words separated by underscores.
func spelled(field string) string {
	if len(field) > 64 {
		return ""
	}
	return strings.ReplaceAll(strings.ToLower(camel.ReplaceAllString(field, "${1}_$2")), "-", "_")
}

func singular(name string) string { return strings.TrimSuffix(name, "s") }
