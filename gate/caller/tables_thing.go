package caller

// What is to be confirmed, and the conditions that requests hang on.

// object matches what a "please confirm" is about.
var object = row("confirm|verif|check|validate|approve|authorize",
	`\b(?:re-?confirm|confirm|verify|double.check|validate|approve|authorize)(?: (?:with|for|to) me| again| once more| please| both| me| for the record)*[:,]? (.+)$`,
)

// course matches an object that is no thing: "confirm that …", "confirm this".
var course = row("",
	`^(?:if|whether|that|so|to|by|with|before|yes|(?:i|you|we|he|she|they|there)\b|this|these|those|it|all|everything|below|above|here|when|once|"|'|\(|me\b)`,
)

// deed matches the head of an object that is an act or a summary: a yes to it
// lets the candidate act.
var deed = row("",
	`\b(?:details?|changes?|bookings?|cancel?lations?|updates?|upgrades?|downgrades?|requests?|actions?|transactions?|orders?|refunds?|returns?|`+
		`exchanges?|modifications?|purchases?|selections?|summary|information|info|following|plan|steps?|approval|consent|agreement|intent|intention|`+
		`decision|choice|go.ahead|deletion|removal|transfer|assignment|rescheduling|move|submission|charge|correctness|understanding|arrangements?|`+
		`operation|appointment|order|payment|set ?up|edits?|promotion|deactivation|activation|archiving|merge|swap|closure|termination)$`,
)

// chosen matches a thing that is the caller's to choose.
var chosen = row("you ", `\b(?:you (?:are interested|would like|want|prefer|wish|need|intend|plan)|you have in mind)\b`)

// looks matches a request to look at something again.
var looks = row("check|verif|validat", `\b(?:check|verify|validate)\b`)

// ownCheck matches a check that the candidate makes itself.
var ownCheck = row("need", `\b(?:i|we)\b.* need(?:s|ed)? to (?:verify|check|validate|double.check)\b`)

// ownNeed matches a confirmation that the candidate says it needs.
var ownNeed = row("need to confirm", `\b(?:i|we)\b.* need to confirm\b`)

// consents matches a condition by which the caller would agree.
var consents = row("you",
	`\byou (?:\w+ly )?(?:confirm|approve|agree|consent|say yes|say so|have confirmed|have approved|reply)\b`,
	`\byou(?: \w+)? give (?:me )?(?:the|your) (?:go.ahead|ok|okay|yes|approval|consent|confirmation)\b|\byour (?:confirmation|approval|consent|go.ahead)\b`,
	`\byou would like (?:me |us )?to (?:proceed|go ahead|continue)\b`,
)

// gives matches a condition that the caller tells something, which a promise
// hangs on.
var gives = row("you",
	`\byou(?: can| could| would)? (?:provide|share|tell|give|let|send|specify|remember|find|locate)\b`,
	`\byou(?: do)? have (?:\w+ ){0,3}(?:details|information)\b`,
).but(`\b(?:questions|unable|cannot)\b`)

// has matches a condition that the caller can give something.
var has = row("you",
	`\byou(?: can| could| would| do)? (?:have|provide|share|tell|give|let|know|find|remember|locate|send|specify|access)\b`,
).but(`\bhave (?:any )?(?:other |more |further )?questions\b`)

// confirmation matches an item of a list that wants a yes to what it says.
var confirmation = row("confirmation ", `^(?:your )?confirmation (?:that|of whether|if|whether)\b`)

// ready matches a condition that leaves the time to the caller.
var ready = row("ready", `\byou are ready[.!]?$`)

// helps matches a promise of help.
var helps = row("help|assist|here|happy|glad|available", `\b(?:help|assist|here|happy|glad|available)\b`)

// shares matches an invitation to give something: "feel free to share".
var shares = row("share|provid|send|give|specify|add|tell", `\b(?:share|provide|send|give|specify|add|tell)\b`)

// past matches a condition about what happened.
var past = row("was|were|did|had|been", `\b(?:was|were|did|had|been)\b`).but(`\byou\b`)

// there matches a condition that something else exists.
var there = row("there ", `\bthere (?:is|are|might be|may be|could be)\b`)

// some matches a condition about several things offered.
var some = row(" of ", `\b(?:any|either|one|some|none) of (?:these|those|them|the (?:above|options|following))\b`)

// vague matches a condition that names nothing.
var vague = row("", `\b(?:it|them|that|those|these|details?|information|everything|ready)\b`)
