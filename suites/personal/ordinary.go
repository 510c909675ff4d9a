package personal

// ordinary are names that are common words too. In free text they are replaced only
// beside another part of a name.
var ordinary = []string{
	"an", "april", "art", "august", "banks", "bell", "best", "bill", "black", "bright", "brown", "case", "cook", "date", "day", "do", "drew", "field", "frank",
	"grace", "gray", "green", "grey", "guy", "he", "hill", "holiday", "home", "hope", "in", "joy", "june", "king", "lane", "law", "little", "long",
	"love", "mark", "may", "me", "miles", "my", "no", "page", "park", "pat", "price", "ray", "rich", "rose", "sharp", "short", "small", "so", "sky",
	"stone", "summer", "sunny", "to", "van", "white", "will", "win", "wood", "young", "you",
}
