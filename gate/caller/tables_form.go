package caller

import "regexp"

// The forms that requests take, and where clauses begin and end.

// lead is what may stand before the verb of a request.
const lead = `^(?:(?:and|or|but|so|then|now|also|first|next|finally|lastly|great|sure|okay|ok|thanks|thank you|certainly|of course|yes|no|no worries|perfect|` +
	`alternatively|otherwise|additionally|in addition|unfortunately|however|hello|hi|sorry|again|just|simply|in that case|meanwhile|before that|` +
	`(?:mr|mrs|ms|miss|dr)\.? [\pL'’-]+|please|kindly|could you|can you|would you|will you|you can|you may|would you mind|do|always|[a-z]+ly|if so|if yes|if not|for (?:your |` +
	`our )?(?:security|protection|privacy|verification|safety|records|reference)(?: purposes| reasons)?)[,.!:;]* )*`

// request matches a clause that asks for something without being a question.
var request = row("",
	led(
		`(?:(?:please|kindly|could you|can you|would you|will you)(?: please| kindly| also| just| first| simply| now| then|`+
			` [a-z]+ly)* (?:be so kind (?:as )?to |help me by )?)`+
			`(?:reach out|contact me|contact us|get in touch|come back|provid|shar|tell|giv|send|specif|stat|indicat|enter|list|includ|clarif|choos|select|`+
			`pick|let (?:me|us) (?:know|have)|`+
			`confirm|re-?confirm|verif|advis|repl|respond|answer|typ|say|double.?check|suppl|describ|nam|mention|identif|inform|submit|explain|elaborat|approv|`+
			`authoriz|agree|remind)\w*\b`,
		`(?:tell|give|send) (?:me|us)\b`,
		`let (?:me|us) (?:know|have)\b`,
		`(?:provide|share|specify|confirm|choose|select|pick|indicate|state|clarify|supply|enter) (?:your|the|a|an|which|what|when|where|who|how|whether|if|`+
			`that|it|this|them|these|one|all|both|with|by|details)\b`,
		`(?:reply|respond|type|say|answer) [^:]|confirm(?: to proceed)?[.!]?$|feel free|(?:do not|never) hesitate|reach out|contact (?:me|us)|get in touch|`+
			`come back|approve\b`,
		`(?:i|we)(?: will| would| do| just| also| still| only| first| now| then| simply| may| might| am going to| are going to| have| be)* (?:need|require|needing)\b`+
			`(?: (?:you to|to (?:know|confirm|verify|have|get|collect|gather|ask|clarify|obtain|understand|make sure|be sure)|your|the|a|an|some|more|at least|`+
			`both|either|that|this|it|these|those|following|`+
			`just|only|one|two|three|a few|further|additional|explicit|which|what|another)\b|:|$)`,
		`all (?:i|we) need\b|(?:i|we) would (?:like|love) (?:you to|to (?:know|ask|confirm|verify))\b|(?:i|we)(?: am| was| are)? wonder(?:ing)?\b`,
		`(?:i|we) (?:am|are) (?:waiting for|awaiting|missing)\b|awaiting your\b`,
		`you(?: will| would| can| may| could)?(?: just| also| simply)? (?:need to |have to |must )?(?:provide|specify|share|reply|respond|choose|select|type)\b`,
		`(?:could|can|would|will|do|did|have|may|might|shall|should) (?:you|i|we)\b`,
	),
	`\b(?:your|the) [^,.:]{2,60} (?:is|are) (?:still |also )?(?:required|needed|missing)\b`,
	`\bplease[.!]?$`,
	`\bit (?:would|will)(?: also)? (?:help|be (?:very |really |most )?(?:helpful|useful|good|great|best))(?: me| us| a lot)? (?:to|if you(?: could| can)?) `+
		`(?:provide|share|give|tell|send|specify|know|have|confirm|include|let)\b`,
	`\b(?:cannot|unable to|not able to) .{0,80}\bwithout (?:your|the) |\b(?:i|we) (?:cannot|am unable to|are unable to) .{0,80}\bwithout an? `,
).but(
	`^(?:[a-z]+ )?you (?:can|may|could) (?:provide|share|choose|select)[^,]* (?:through|at the|online|in the app)\b`,
	`^no `,
	`^(?:just )?(?:one|a|give me a|give me one) (?:moment|minute|second|sec)\b`,
	`\b(?:hold|wait|bear with me|patience),? please\b`,
)

// inverted matches the beginning of a question.
var inverted = row("", led(
	`(?:is|are|was|were|does|do|did|has|have|had|can|could|will|would|shall|should|may|might|must|am) `,
	`(?:which|what|when|where|who|whose|whom|how|why|whether)\b`,
	`(?:for|on|in|at|to|from|by|with|of|under) (?:which|what|whom|whose|how)\b`,
))

// wh matches a clause whose question is about a thing, not about a yes.
var wh = row("which|what|when|where|who|how|why", led(
	`(?:(?:i|we)(?: will| would)?(?: just| also| still)? need (?:you to |to )?|you(?: will)? need to )?`+
		`(?:(?:let (?:me|us)|tell|know|confirm|verify|specify|clarify|indicate|choose|select|say|state|provide|share|advise|advising|ask|have|explain|`+
		`remind|reply|respond|sure|decide|understand|inform)`+
		`(?: (?:me|us|know|with|with me|for me|exactly|please|that|on|of|about|as to|also))* )*`+
		`(?:for |on |in |at |to |from |by |with |of |under )?(?:which|what|when|where|who|whose|whom|how|why)\b`,
)).but(`^(?:what if|when (?:you are|i|we|it|this)|who knows)\b`)

// opener matches where a clause of its own may begin; group 1 is its beginning.
var opener = regexp.MustCompile(`(?:[;:(]\s*|,\s*(?:and |or |but |then |so |also )*|\s-\s+|\b(?:and|or|but|then|so)\s+)(?:also,? |then,? |just |` +
	`finally,? |if so,? )?` +
	`(please [a-z]+|kindly|(?:could|can|would|will|do|did|are|have) you|let (?:me|us) know|tell me|give me|(?:may|might|shall|should|can|could|do) (?:i|we)|` +
	`(?:i|we)(?: will| would| also| just| still)* (?:need|require)|is (?:there|it|that|this|everything|the|your)|are (?:there|these|those|the)|does (?:that|this|it)|` +
	`what (?:is|are|was|would|should|do|did|you)|how (?:would|do|should|can|may|many|much|you)|why|whether|` +
	`provide|confirm|specify|share|reply|respond|say (?:yes|so|the word)|feel free|do not hesitate|` +
	`if (?:so|yes|you|there|not|that|this|everything)|once|(?:i|we)(?: will| would| am| have| cannot| are| can| could| may| recommend)|unfortunately|` +
	`however|otherwise|it (?:would|will) (?:help|be))\b`)

// follower matches further beginnings, good only after "and" or "or".
var follower = regexp.MustCompile(`\b(?:and|or)\s+(?:also )?(which|when|where|who|whose|whom|what|send|choose|select|pick|enter|type|include|indicate|state|list)\b`)

// condition matches the beginning of a clause that only qualifies the next one.
var condition = regexp.MustCompile(`^(?:(?:and|or|but|so|then|also|yes|sure),? )*(?:if|once|when|whenever|unless|in case|as soon as|after|before|should you|` +
	`upon|until|in order to|to)\b`)

// tail matches a condition at the end of a clause.
var tail = regexp.MustCompile(`,? (?:if|whether|once|when|whenever|unless|in case|as soon as|until|should you|that you)\b`)

// findsOut matches a verb whose "if" is no condition: "I will see if it is free".
var findsOut = regexp.MustCompile(`\b(?:calculate|check|determine|find out|look|search|see|verify)$`)

// joined matches the beginning of a clause that goes on with the request before.
var joined = regexp.MustCompile(`^(?:which|when|where|who|whose|whom|what|how|why|whether|if)\b`)

// link matches what only leads over to the next clause.
var link = regexp.MustCompile(`(?:[,;: ]+(?:and|or|but|then|so|also|just))+[,;: ]*$`)

// pleading holds words of which every request has one, so that plain statements
// are not taken apart.
const pleading = "please|kindly|know|tell|give|send|need|requir|confirm|provide|specify|reply|respond|free|hesitate|you|can i|may i|shall i|should i|can we|may we|shall we|should we|" +
	"choose|select|pick|share|type|enter|say|indicate|missing|clarif|advise|awaiting|approve|supply|state|ready|without|okay to|ok to|if |once |it would|it will"

// conjuncts separates the things to be confirmed.
var conjuncts = regexp.MustCompile(`,? (?:and|along with|as well as|together with) |, `)

// head matches the head of a phrase, up to a preposition or a relative clause.
var head = regexp.MustCompile(`^(.+?)(?:\s(?:of|for|to|with|from|in|on|by|at|i|you|we|that|which|so|before|as|via|above|below|listed|mentioned|now)\b|[:;(.?!]|$)`)

// asking matches the beginning of a request up to what it is after.
var asking = regexp.MustCompile(lead + `(?:(?:i|we)(?: will| would| also| just| still| do| first)* (?:need|require)(?: you)?(?: to)?|` +
	`you(?: will)? need to|(?:may|can|could) (?:i|we)|)` +
	`(?: ?(?:provide|share|tell|give|send|specify|state|indicate|enter|list|include|clarify|let|supply|name|mention|submit|know|confirm|verify|have|get|` +
	`collect|gather|obtain)\b)+(?: (?:me|us|know|with|please))* `)

// aim matches the aim at the end of a request, which asks for nothing: "your
// name to look up the file". Group 1 is the word before it.
var aim = regexp.MustCompile(`\b(\w+) (?:to|so that|so) (?:access|confirm|look|locate|find|proceed|continue|assist|help|verify|check|process|complete|` +
	`make|ensure|be able|pull|retrieve|review|determine|move|search|book|identify|finish|i|we)\b`)

// owners are words after which "to" goes on with the request itself.
const owners = "|like|want|wish|need|prefer|me|you|us|going|able|unable|what|which|how|when|where|have|love|not|or|and|is|plan|"

// pronoun matches a request that means something said before.
var pronoun = regexp.MustCompile(`\b(?:it|them|that|this|those|these)\b`)

// back matches a question that only makes sense after what was said before.
var back = regexp.MustCompile(`\bwhich (?:ones?\b|of (?:these|those|them|the)\b|(?:would|do|did|should|shall|is|are|works?|suits?|fits?|sounds?) |` +
	`(?:option|person|record|entry|contact|you)\b)|\b(?:what|the) one\b|\b(?:choose|select|pick|prefer)\b|\bwhat would you like\??$|\bone of (?:these|` +
	`those|the following|them)\b|^(?:which|who)\??$`)

// thing matches a condition that the caller says which or what.
var thing = regexp.MustCompile(`\b(?:which|what) `)

// examples matches the beginning of examples, which are no request of their own.
var examples = regexp.MustCompile(`,? \(?(?:such as|e\.g\.|for example|for instance) `)

// orIf matches where a second condition begins: "or if you need …".
var orIf = regexp.MustCompile(`,? or (?:if )?(?:you )?(?:need|have|require|would like|want|explore|consider|wish)\b`)

// quote matches the call for an exact answer; group 1 holds the answers.
var quote = regexp.MustCompile(`(?i)\b(?:reply(?:ing)?|respond(?:ing)?|typ(?:e|ing)|say(?:ing)?|answer(?:ing)?|enter(?:ing)?|writ(?:e|ing)|` +
	`text(?:ing)?|confirm(?: please)? with|confirm by)(?: back| only| just| me| here| below| simply)*(?: with| by saying| by typing)?:? ?((?:the words? |` +
	`a |an |either |exactly |only |just )*(?:"|'|\w).*)$`)

// between separates options.
var between = regexp.MustCompile(`(?i),? or (?:reply |respond |type |say |answer |enter )?(?:with )?|/|; ?`)

// label matches the answer at the beginning of an option: quoted, in capitals, or
// one word.
var label = regexp.MustCompile(`^(?:(?i:the words? |a |an |either |exactly |only |just ))*(?:"([^"]{1,80})"|'([^']{1,80})'|` +
	`([A-Z0-9][A-Z0-9_-]*(?: [A-Z0-9][A-Z0-9_-]*)*)\b|(\w+)(?i: (?:to|if|for|and|when)\b|[.!,;:)]|$))`)
