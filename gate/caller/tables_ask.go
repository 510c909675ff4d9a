package caller

// What requests are after: a yes, the request itself, further help, a person.

// proceed matches a question for a yes before something is done.
var proceed = table{
	row("proceed|ahead|continue|forward|carry on|through|do that|do this|do so|do it",
		`\b(?:would you like|do you want|did you want|would you want|do you wish|do you still want|would you prefer|you would like|you want|you wish|`+
			`you still want|you prefer|you are (?:happy|ready|okay|ok|comfortable|fine)|are you (?:happy|ready|okay|ok|comfortable|fine|willing)|want|ready|`+
			`okay|ok|happy|fine|good|wish|willing|like|safe|prefer|prepared)`+
			`(?: for)?(?: me| us)?(?: now| still| also)? to (?:now |also |please |just |still )?(?:go ahead|proceed|continue|move (?:forward|ahead)|carry on|`+
			`go through|do (?:that|this|so|it))\b`),
	row("can |may |could |shall |should |do |would ",
		`\b(?:can|may|could|shall|should|do|would) (?:i|we) (?:now |please |then |just |also )?(?:go ahead|proceed|continue|move (?:forward|ahead)|carry on|`+
			`do (?:that|this|so|it)|make (?:this|that|the|these|those)|apply (?:this|the|these))\b|\b(?:if|whether) (?:i|we) (?:should|may|can (?:go|proceed|`+
			`continue|start|make|apply|book|submit))\b`),
	row("go ahead|proceed|continue|with ", `^(?:so )?(?:go ahead|proceed|continue)\b|\bwith (?:it|this|that|your) (?:approval|go.ahead|okay)\b`),
	row("correct|right|ok|fine|accurate|alright|acceptable|good|agreeable|order|what you|for you|satisf",
		`\b(?:is|are|if|that|whether|does|do|would|looks?|sounds?|was) (?:all (?:of )?)?(?:that|this|it|everything|these|those|the (?:above|following|`+
			`information|details?|summary|changes?|plan)|your (?:details|information))?`+
			`(?: (?:details?|information|summary|changes?|plan|above|below|all|that|i have|option|correction))* ?(?:is |are |was |looks? |sounds? |seems? |`+
			`works? ?)?(?:(?:all|still|also|now|exactly|really|indeed) )?(?:correct|right|okay|ok|fine|accurate|alright|acceptable|good|agreeable|in order|`+
			`what you (?:want|need|meant|would like|asked for|had in mind)|to your satisfaction)\b`),
	row("work|suit|look|sound", `\b(?:does|do|would|will|if|whether) (?:that|this|it|everything|these|those)(?: \w+){0,2} (?:work|suit|look|sound)s?\b|`+
		`\b(?:that|this|it|everything) (?:works|suits|looks|sounds)\b`),
	row("you", `\bare you (?:sure|certain|positive|okay with|ok with|happy with|fine with|comfortable with)\b|\byou (?:are (?:okay|ok|happy|fine|`+
		`comfortable) with|agree (?:with|to)) (?:this|that|these|the|it|proceed)\b`+
		`|\bdo you (?:confirm|agree|approve|consent|accept|authorize|give)\b|\byou (?:\w+ly )?(?:confirm|agree|approve|consent|accept|authorize)\b`),
	row("confirmation|approv|consent|permission|ahead|agree|authoriz|ok|yes",
		`\b(?:have|has|get|got|need|require|await|awaiting|waiting for|want|give me|giving me|with|without|provide)(?: me)? (?:your|a|`+
			`an)(?: \w+){0,2} (?:confirmation|approval|consent|permission|go.ahead|agreement|authorization|okay|ok|yes)\b|`+
			`\bgo.ahead\b|\bapprove\b`),
	row("yes|no|n?|right?|correct?|ok|agreed?|y/|ahead|light", `\by(?:es)? ?/ ?no?\b|\byes or no\b|\b(?:correct|right|yes|agreed|okay|ok)\?|\b(?:say|tell me|`+
		`give me) (?:yes|(?:the|your) (?:go.ahead|green light))\b`),
	row("to go", `\b(?:good|clear|set|ready) to go\b`),
}

// replyWanted matches a request for words to be said back.
var replyWanted = row("reply|respond|type|say|answer|enter|write|text",
	`\b(?:reply(?:ing)?|respond(?:ing)?|typ(?:e|ing)|say(?:ing)?|answer(?:ing)?|enter(?:ing)?|writ(?:e|ing)|text(?:ing)?)(?: back| only| just| me| here|`+
		` below| simply)*(?: with| by saying| by typing)?:? ?(?:the word |the words |a |an |either |exactly |only |just )*(?:"|'|yes\b|y\b|ok\b|okay\b|`+
		`confirm|proceed\b|agree|approve|no\b|[a-z0-9]+ (?:to|if|for|or|and)\b)`,
)

// offer matches "would you like me to", an act of the candidate put to the caller.
var offer = row("me to|us to|i can|shall|should|want me|like me|prefer",
	`\b(?:would you like|do you want|did you want|would you want|do you need|would you prefer|you would like|you want|you wish|do you wish|want|prefer|`+
		`you would prefer|would you rather)(?: for)? (?:me|us) to\b`,
	`\b(?:shall|should) (?:i|we)\b|\b(?:would|do) you (?:like|want) (?:me|us)\b`,
)

// wish matches "would you like to", an act of the caller put to them.
var wish = row("would you|do you|you would|you want|you wish|you prefer|you need|are you",
	`\b(?:would you (?:like|want|prefer|rather)|do you (?:want|wish|prefer|plan)|you (?:would like|want|wish|prefer|need to)|`+
		`are you (?:looking|planning|interested|hoping))\b`,
)

// suits matches a question whether something would do.
var suits = row("okay|ok|fine|right|acceptable|convenient|good|suit|work", `\b(?:is|are|would|will|does|do) .{1,60}\b(?:okay|ok|fine|al ?right|`+
	`acceptable|convenient|good|suit|work)\b(?: (?:for|with|by) you)?\??$`)

// instead matches words that make an offer one of something else than was asked
// for. Others that are left alone are no offer.
var instead = table{
	row("instead|alternativ|different|another|explore|consider", `\b(?:instead|alternatives?|alternatively|different|another|explore|consider)\b`).
		but(`\btry(?:ing)? (?:again|another)\b|\bretry\b`),
	row("other", `\bothers?\b`).but(`\b(?:no|not|nor|without|than|leav(?:e|ing)|keep(?:ing)?|except)\b(?: \w+){0,3} others?\b`),
}

// added matches words that make an offer one of something more.
var added = row("also|as well|in addition|additional", `\b(?:also|as well|in addition|additional|additionally)\b`)

// tellsOthers matches an offer to tell other people, not the caller.
var tellsOthers = row("inform|notify|tell|alert|remind|contact|message|mail|call|invite|text|let|send|forward|write",
	`\b(?:to|shall i|should i|shall we|should we) (?:inform|notify|tell|alert|remind|contact|message|email|call|invite|text|write to|`+
		`reach out to|get in touch with) (?:(?:the|a|an|your|my|our|his|her|their|all|every|any) )*[a-z]`,
	`\blet (?:\w+ ){1,4}know\b`,
	`\b(?:send|forward|write)\b.{0,60}\bto (?:him|her|them|everyone|everybody|(?:the|your|his|her|their|our) )`,
	`\b(?:send|write) (?:him|her|them|everyone|everybody|(?:the|your|his|her|their|our) \w+ (?:a|an|the)) `,
).but(`\b(?:inform|notify|tell|alert|remind|contact|message|email|call|text|let|to|send|write) you\b`)

// explore matches an offer to look for something else altogether.
var explore = row("explor", `\bexplor(?:e|ing)\b`)

// orNot matches an "or" that offers no choice.
var orNot = row("or ", `\bor (?:not|no|so|later|any)\b`)

// changes matches a question for what is to be changed.
var changes = row("change|modification|update|adjustment|action",
	`\b(?:what|which)(?: \w+){0,2} (?:changes|modifications|updates|adjustments|actions?)\b`,
)

// open matches a question for the request itself.
var open = row("how|what|which|any|changes|help|assist|request|details|information|modify|cancel|one of|issue|context|rephrase|restate|repeat|again",
	`\bhow (?:may|can|could|might|should|would) (?:i|we) (?:best |further |be )?(?:help|assist|of|proceed|continue|support)\b`,
	`\bwhat (?:can|may|could|should) (?:i|we) (?:do|help|assist)\b`,
	`\bhow (?:would|do|did) you (?:like|want|wish|prefer)(?: me| us| for me)?(?: to)? (?:proceed|continue|go|handle|move|do)\b`,
	`\bhow you (?:would like|would prefer|want|wish|prefer|would want)(?: me| us)? to (?:proceed|continue|go|handle|move|do)\b|\bhow to proceed\b`,
	`\bwhat did you (?:say|mean)\b|\b(?:rephrase|restate)\b|\brepeat (?:that|it|your)|\bsay (?:that|it) again\b`,
	`\b(?:what|which)(?: \w+){0,2} (?:changes?|modifications?|updates?|actions?|steps?|adjustments?)\b`,
	`\b(?:changes?|modifications?|updates?) you (?:would like|want|wish|need)\b`,
	`\bmake (?:any|some|a)(?: \w+)? (?:changes?|modifications?|updates?|adjustments?)\b|`+
		`\bproceed with any (?:\w+ )?(?:change|update|modification|adjustment|action|step|booking|cancel)`,
	`\bany specific (?:\w+ )?(?:actions?|changes?|requests?|assistance|help|needs?)\b`,
	`\bwhat (?:\w+ )?(?:assistance|help|support) you (?:need|want|require|are looking for)\b|\bhow (?:i|we) (?:can|may|could) (?:help|assist)\b`,
	`\bwhat (?:exactly |specifically )?(?:would|do|did) you (?:like|want|wish|need|prefer)(?: me| us)?(?: to)? (?:do|change|update|modify|help|have|next|`+
		`with|happen)\b`,
	`\bwhat you (?:would like|want|need|wish|would prefer)(?: me| us)?(?: to)? (?:do|change|update|modify|help|have|done|with|happen|next)\b`,
	`\bwhat you (?:need|want)[.?]?$`,
	`\b(?:modify|change|cancel|update)(?:,? (?:or |and )?(?:modify|change|cancel|update))* (?:any|one|some|either) of (?:these|those|them|your|the)\b`,
	`\bneed (?:any )?(?:help|assistance) with (?:modifying|changing|canceling|updating|any of|one of|either of)\b`,
	`\bto (?:change|cancel|modify|update|keep|book|rebook|reschedule|move|edit|delete)(?: it| them)? or (?:change|cancel|modify|update|keep|book|rebook|`+
		`reschedule|move|edit|delete)\b`,
	`\bmore (?:details|information|context|specifics) (?:about|on|regarding) (?:what|your (?:request|issue|problem|need|concern))`,
	`\b(?:describe|clarify|explain|rephrase|restate|repeat)(?: \w+){0,2} (?:request|issue|problem|need|concern|question)\b`,
	`\bwhat (?:you need|brings you|is the (?:issue|problem)|seems to be)\b|\bwhat (?:do you need|is it you)\b`,
).but(
	`\b(?:any|some|more|further) (?:other|further|additional) (?:changes|modifications|updates|adjustments)\b|\bchanges (?:have|has|were|was|are) \b`,
	`\b(?:is|are|was|were|match(?:es)?|reflects?)(?: \w+ly)? what you\b|\b(?:is|are|does|do|was) (?:this|that|it|everything|these|those)(?: \w+){0,2} what you\b`,
)

// identity matches a check of who the caller is.
var identity = row("confirm|verif|authenticat|validat|identity|who am i|who i am|security",
	`\b(?:confirm|verify|verifying|authenticate|validate|check|double.check|confirming)(?: with me| for me| again| that| both| me)*(?: (?:your|`+
		`the)(?: \w+)? (?:\w+ )?and)? (?:your|who you)(?: (?:full|legal|first|last|registered|current|account|customer|patient|member|employee|home|billing|`+
		`mobile|own|first and last))* ?(?:names?|identit(?:y|ies)|user ?ids?|user ?names?|ids?|dates? of birth|dob|birth ?da(?:te|y)s?|emails?|phones?|`+
		`phone numbers?|numbers?|address(?:es)?|zip|postal codes?|postcodes?|membership (?:number|id)|last four|ssn|social|pin|passwords?|passcodes?|are)\b`,
	`\bverify(?:ing)? (?:your|the caller's|the) identity\b|\bidentity (?:check|verification)\b|\bwho (?:am i|i am) (?:speaking|talking|chatting)\b`,
	`\bfor (?:security|verification)(?: purposes| reasons)?\b|\bsecurity (?:question|check)s?\b`,
)

// more matches an offer of further help, needed or not.
var more = row("else|other|further|more|additional|questions|concerns|free|hesitate|reach out|mind|here|add|help|useful|contact|again",
	`\b(?:any ?thing|something|someone|what|nothing) else\b`,
	`\b(?:any|other|further|additional|more) (?:other |further |more |additional |specific )?(?:questions?|concerns?|requests?|issues?|help|assistance|`+
		`inquir(?:y|ies)|needs?|support|queries|adjustments?|requirements?)\b`,
	`\bany other (?:changes?|thing|matter|way|details you would like|(?:reservations?|bookings?|appointments?|orders?) (?:you|i|to|that))\b`,
	`\bhave (?:any )?(?:questions|concerns)\b|\bfeel free to (?:ask|reach|contact|let|get|come|call|message|return|write|stop)\b`,
	`\b(?:do not|never) hesitate\b|\breach(?:ing)? (?:back )?out\b(?: to (?:me|us)| again| anytime| at any time| if| when| whenever| once|[.!]|$)`,
	`\bchange your mind\b|\b(?:i am|we are) (?:always )?here (?:to|if|for|when)\b|\bneed (?:me|us) again\b`,
	`\b(?:shall|should) (?:i|we) (?:help|assist) you (?:any )?further\b`,
	`\bdoes (?:that|this|it) (?:make sense|help|answer|clarify|clear)\b|\b(?:was|is) (?:that|this|it) (?:helpful|useful|clear)\b`,
	`\b(?:another|any other|other) ways? (?:i|we) (?:can|could|may|might) (?:help|assist|be)\b`,
	`\banything (?:i|we) can (?:help|assist|do)\b|\bhow (?:i|we) (?:can|may|could) (?:assist|help) you (?:further|better|otherwise)\b`,
).but(`\bwhat else (?:do|would|did|should)\b|\b(?:and|but|with) nothing else\b`)

// pending matches an act that is still to come.
var pending = row("before ", `\bbefore (?:i|we) (?:go ahead|proceed|continue|start|do|apply|make|change|update|submit|send|book|cancel|save)\b`)

// moreWeak matches further offers of help, where nothing else explains the clause.
var moreWeak = row("help|assist|anything|questions",
	`\bneed (?:any |some |my |our )?(?:help|assistance|support|anything)\b`,
	`\banything (?:you|i)\b`,
)

// returns matches an invitation to come back later.
var returns = row("reach|contact|touch|back|return", `\b(?:reach|contact|touch|back|return)\b`)

// person matches a mention of a human who could take the call over.
var person = row("agent|person|represent|human|supervisor|manager|specialist|colleague|someone|transfer|escalat|hand|connect|put you|team|staff|nurse|operator|advis",
	`\b(?:human|live|real) (?:agent|person|representative|being|operator|colleague|advis[eo]r|specialist|team member|staff|support|assistance)s?\b`,
	`\b(?:customer (?:service|support|care)|support|service) (?:agent|representative|specialist|advis[eo]r)s?\b`,
	`\btransfer(?:red|ring|s)?(?: over)? (?:you|this (?:call|chat|conversation|case|request|matter|issue)|the (?:call|chat|conversation|case)|`+
		`your (?:call|chat|request|case|inquiry|query|issue))\b`,
	`\byou (?:are|will be|to be|have been|be) (?:being |now )*(?:transferred|connected)\b|\btransferred to (?:a|an|our|one of) (?:\w+ ){0,2}(?:person|`+
		`agent|human|representative|colleague)\b|\bescalat(?:e|ed|es|ing)\b|\bescalation\b`,
	`\bhand(?:ing|ed)? (?:you|(?:this|the|your) (?:call|case|chat|conversation|request)) (?:over|off)\b|\bconnect(?:ing|ed)? you (?:with|to)\b`,
	`\bput(?:ting)? you (?:through|in touch)\b`,
	`\b(?:speak|talk|speaking|talking) (?:to|with) (?:a|an|our|one of|someone|my|the) ?(?:\w+ ){0,3}(?:person|agent|human|representative|supervisor|`+
		`manager|specialist|colleague|advis[eo]r|staff|team|someone|operator|member|nurse|else)\b`,
	`\b(?:a|my|one of (?:my|our)) (?:human )?colleagues?\b|\b(?:contact|reach|involve|ask|get|to) (?:a|my) (?:supervisor|representative)\b`,
	`\b(?:refer|pass|passing|referring|forward|forwarding|route|routing) (?:you|(?:this|the|your)(?: (?:call|case|chat|request|question|matter|issue|`+
		`inquiry))?|it)(?: on| over| along)? to (?:a|an|our|one of|`+
		`someone|my|the) ?(?:\w+ ){0,3}(?:person|agent|human|representative|supervisor|manager|specialist|colleague|advis[eo]r|staff|team|someone|operator|department)\b`,
).but(`\beven (?:(?:by|for|with|through) )?(?:a|an|our|my) `)

// transfer matches a word that means a handover once a person was mentioned.
var transfer = row("transfer|handover|hand over", `\b(?:the|this|a|that|your|with) (?:transfer|handover)\b|\btransfer\b|\bhand over\b`)

// anaphor matches "do that": what it means stands before it.
var anaphor = row("that|so|this|it|shall|should",
	`^(?:shall|should) (?:i|we)\??$|\b(?:do|proceed with|like|go ahead with|arrange|want|initiate|for) (?:so|that|this|it)\b|^would (?:that|this|it) `,
)

// which matches a question that picks from what was said before.
var which = row("which|one|choose|select|pick|option|prefer|did you mean|do you mean|one of",
	`\bwhich\b|\bthe one\b|\b(?:choose|select|pick)\b|\b(?:do|did) you mean\b|\boptions?\b|\bone of (?:these|those|the following|them)\b`,
	`\byou prefer\b`,
)

// explains matches the beginning of an explanation.
var explains = row("", `^(?:\(|e\.g\.|for (?:example|instance)\b|such as\b|either\b|(?:the|your|possible) (?:options|choices)\b)`)

// directive matches an item of a list that is to be minded, not answered.
var directive = row("",
	`^(?:[\w ]{1,40}: ?)?(?:ensure|make sure|note|keep in mind|remember|be aware|please (?:note|ensure|make sure|be aware|keep|remember))\b`,
)
