package caller

// What a candidate states.

// deeds are verbs of acts that a candidate reports as done.
const deeds = `(?:re-?)?(?:updat|cancel|canceli|book|upgrad|downgrad|add|remov|chang|modif|process|issu|creat|schedul|complet|delet|assign|grant|` +
	`revok|appli|charg|refund|credit|submit|submitt|register|record|sav|mov|renam|correct|adjust|activat|deactivat|clear|notifi|plac|archiv|merg|enabl|` +
	`disabl|restor|clos|open|fil|exchang|return|swapp|reserv|extend|renew|approv|finaliz|switch|replac|link|unlink|invit|inform|email|releas|confirm|` +
	`transferr|arrang|waiv|dispatch|order|enroll|unenroll|suspend|lift|block|unblock|escalat|forward|promot|demot|log|resolv|deliver|reset|execut|carri|` +
	`fulfill|settl|initiat|set up|modifi|edit)(?:e?d|led|ted)?`

// refusal matches a statement that something cannot or will not be done.
var refusal = row("not|non-|non |unable|no |unfortunately|only|decline|refuse|against|beyond|outside",
	`\b(?:i|we) (?:am|are)(?: \w+){0,2} (?:unable|not (?:able|allowed|permitted|authorized|in a position))\b|\b(?:i|we)(?: \w+)? (?:cannot|can not)\b`,
	`\b(?:i|we) will not(?: be able)?\b`,
	`\b(?:i|we)(?: \w+)? do not have (?:the |any )?(?:\w+ )?(?:ability|access|permissions?|authority|authorization|way|tools?|means|option|rights?|capability)\b`,
	`\bcannot(?: \w+)? be(?: \w+)? (?:cancel|modif|chang|refund|add|remov|process|updat|edit|offer|provid|book|made|done|delet|rebook|reschedul|mov|`+
		`grant|assign|issu|waiv|appl|alter|combin|transferr|us|exchang|return|approv|complet|extend|given|sent|set|accommodat|overrid|supported)\w*\b`,
	`\b(?:is|are|was|were|it is)(?: \w+)? not(?: \w+)? (?:allowed|permitted|possible|eligible|refundable|changeable|something (?:i|we)|able to be|`+
		`authorized|covered by policy|an option)\b`,
	`\b(?:is|are) ineligible\b|\bnon-?refundable\b|\bnot (?:eligible|allowed|permitted|possible|authorized)\b`,
	`\bno (?:exceptions?|workarounds?|way (?:to|for me|around)|option to|possibility)\b|\b(?:does|do) not (?:allow|permit)\b`,
	`\bagainst (?:our|the|company)(?: \w+)? polic|\bunfortunately\b.*\bcan only\b|\b(?:i|we) can only (?:assist|help)\b`,
	`\bno (?:\w+ ){1,4}available to me\b|\bno\b.{0,80}\bunder (?:the|our|this)(?: \w+)? polic(?:y|ies)\b|\bnot (?:provided for|granted|supported)\b`,
	`\b(?:must|have to) (?:decline|refuse)\b|\b(?:outside|beyond) (?:of )?(?:my|our|the scope)\b|\b(?:does|do) not qualify\b`,
	`\bunfortunately\b.*\b(?:beyond|outside|past) (?:of )?(?:the|our|your|this)\b`,
	`\bcannot (?:offer|provide|make|process|cancel|change|modify|add|remove|grant|share|disclose|approve|proceed|override|refund)\b`,
).but(
	`\b(?:cannot|not) be (?:undone|reversed|recovered|restored|modified later|changed later)\b`,
	`\b(?:unable|cannot|can not|not able|could not) (?:to )?(?:find|locate|see|identify|retrieve|access your|verify|determine|tell|match|seem)\b`,
	`\b(?:cannot|unable to|not able to)\b.{0,90}\bwithout (?:your|the|this|that|it|knowing|more)\b`,
	`\b(?:i|we) (?:cannot|am unable to|are unable to)\b.{0,90}\bwithout an?\b`,
	`\bi will not (?:make|change|do|proceed)\b.{0,60}\b(?:until|unless|without)\b|\bif (?:it|you|they|this|that) (?:is|are) not\b|\bnot (?:only|yet)\b`,
)

// partly matches a refusal of a part: "I can change the title but not the name".
var partly = row("not", `\b(?:i|we) can (?:only .{0,80}\bnot|.{1,80}\bbut not)\b`)

// completion matches a statement that something was done.
var completion = row("has |have |successfully|is now|are now|all set|done|i updated|was |i |now |confirmed|booked|canceled|complete|placed",
	`\b(?:has|have)(?: now| also| all| both| already| just| successfully| since)* been(?: now| successfully| fully| also| all)* (?:`+deeds+`|sent|made|`+
		`set|put|paid|done|taken|reset|swapped|built|given)\b`,
	`\b(?:i|we) have(?: now| also| just| successfully| already| gone ahead and)* (?:`+deeds+`|sent|made|set|put|paid|done|taken care|reset|given)\b`,
	`\b(?:i|we)(?: just| successfully| also| now)? (?:updated|canceled|booked|upgraded|added|removed|changed|moved|sent|issued|created|scheduled|`+
		`rescheduled|deleted|refunded|assigned|granted|renamed|submitted|processed)\b`,
	`\b(?:is|are|was|were)(?: now| all| both)? successfully \w+ed\b|\b(?:is|are) now (?:`+deeds+`|set|in place|active|inactive|the|a|an|on|at|complete)\b`,
	`\bsuccessfully (?:`+deeds+`|sent|set|made)\b|\ball (?:set|done|taken care of)\b|^done\b|\b(?:is|are) (?:done|complete|completed)\b`,
	`^your (?:booking|reservation|appointment|order|request|change|update)s? (?:is|are) (?:now )?(?:confirmed|booked|canceled|complete|placed)\b`,
	`^(?:booking|cancel?lation|update|upgrade|refund|change)s? (?:confirmed|completed?|successful|processed)\b`,
).but(
	`^(?:once|when|after|if|as soon as|until)\b|\b(?:has|have|had|was|were|is|are) not(?: \w+)? (?:been|yet)\b`,
	`\b(?:if|once|when|after|until|before|unless|whether)\b(?: \w+){0,6} (?:has|have) (?:been|now)\b|\bnothing has been\b`,
	`\bno (?:changes?|\w+) (?:has|have) been\b|\b(?:already|previously) (?:has|have|had) been\b|\bhas already been\b|\bhave already been\b`,
	`\b(?:made|changed|done) (?:no|nothing)\b`,
)

// wait matches a request to wait.
var wait = row("moment|second|minute|hold|wait|stand by|bear with|hang|give me",
	`\b(?:one|a|just a|for a) (?:moment|second|sec|minute|few moments|few minutes)\b`,
	`\b(?:please|kindly) (?:hold|wait|stand by|bear with|give me|allow me|be patient)\b|\bhold on\b|\bhang on\b|\bbear with me\b|\bstand by\b`,
	`\bgive me (?:a|one|just)\b`,
).but(
	`^(?:if|once|when|as soon as|after|should)\b|\b(?:once|if|when|as soon as|unless|until|after) (?:you|i|we|that|this|the|it)\b|\blet me know\b`,
	`\bplease hold (?:on to|onto)\b`,
)

// hold matches the announcement of an act with no condition.
var hold = row("let me|let us|i will|we will|i am|we are|i shall|we shall",
	`\blet (?:me|us) (?:just |quickly |first |now |then |go ahead and |start by |begin by |try to )?(?:check|look|see|find|verify|pull|get|review|`+
		`search|retrieve|access|gather|calculate|take|make|update|fetch|process|proceed|start|do|go|try|confirm)\b`,
	`\b(?:i|we) (?:will|shall|(?:am|are)(?: now| just)? going to)(?: now| first| then| just| go ahead and| go ahead to| quickly| immediately| also| next|`+
		` start by| begin by)* (?:check|look|see|find|verif|pull|review|search|retriev|access|gather|calculat|mak|updat|fetch|process|proceed|start|begin|`+
		`cancel|book|upgrad|add|remov|chang|modif|issu|creat|schedul|send|appl|mov|continu|take care|submit|run|try|do (?:that|this|it|so))\w*\b`,
	`\b(?:i|we) (?:am|are) (?:now |currently |just )?(?:checking|looking|searching|retrieving|reviewing|processing|updating|working|proceeding|canceling|`+
		`booking|pulling|verifying|making|moving|sending|applying|adding|changing)\b`,
).but(
	`^(?:if|once|when|as soon as|after|should)\b|\b(?:once|if|when|as soon as|unless|until|after) (?:you|i|we|that|this|the|it)\b|\blet me know\b`,
)

// willing matches a promise of help, after which a caller waits.
var willing = row("help|assist",
	`\b(?:i|we) (?:can|will|would|am|are)(?: \w+)?(?: be)?(?: happy| glad| pleased)?(?: to)? (?:help|assist)\b|^(?:happy|glad) to (?:help|assist)\b`,
).but(`\b(?:if|once|when)\b`)

// recap matches a summary of what the caller wants, which wants a yes where the
// message asks nothing else.
var recap = row("you ",
	`^(?:so,? |and )?(?:(?:just )?to (?:confirm|clarify|recap|summarize|be (?:sure|clear|certain)),? |if i understand(?: \w+){0,2} correctly,? |`+
		`as i understand it,? )?(?:so )?you (?:want|would like|wish|need) `,
)

// awaits matches a statement that nothing happens without a yes.
var awaits = row("until|unless|without|need",
	`\b(?:until|unless) (?:you (?:\w+ly )?(?:confirm|agree|approve|say so|say yes|tell me to)|(?:i|we) (?:have|get|receive|hear) your )`,
	`\b(?:without|need) your (?:\w+ )?(?:confirmation|approval|consent|permission|go.ahead|agreement|okay|ok|yes|green light)\b`,
)

// announced matches the announcement of a handover that needs no answer.
var announced = row("transfer|connect|escalat|hand",
	`\b(?:i|we) (?:will|am going to|am|are)(?: now| just| going to| need to| have to)* (?:be )?(?:transfer|connect|escalat|hand|put)`,
	`\bbeing (?:transferred|connected)\b|\blet me (?:transfer|connect|escalate|hand)`,
).but(`\b(?:if|once|when|unless) `)
