// Written from openapi/openapi.json by `make openapi`.

export type Account = { "id": string; "name": string; "created_at": string; "tokens": (Token)[]; "usage": { [key: string]: any }; "limits": { [key: string]: number | null }; "live_tables": (string)[] };

export type AccountExport = { "player": { [key: string]: any }; "research": boolean; "recovery_code": boolean; "tokens": ({ [key: string]: any })[]; "mutes": (string)[]; "reports": ({ [key: string]: any })[]; "usage": { [key: string]: any }; "limits": { [key: string]: any }; "agents": ({ [key: string]: any })[]; "books": ({ [key: string]: any })[]; "arenas": ({ [key: string]: any })[]; "tables": ({ [key: string]: any })[] };

export type Acquire = { "lease_s"?: number; "agents"?: (string)[]; "most"?: number };

export type AdminTable = { "id": string; "game": string; "rules_version": number; "status": "open" | "running" | "finished" | "aborted"; "visibility": string; "owner": string; "version": number; "created_at": string; "started_at": string | null; "finished_at": string | null; "paused": boolean; "seats": (Seat)[]; "waiting": (number)[] };

export type AdminTables = { "items": (AdminTable)[]; "next": string | null };

export type Agent = { "id": string; "name": string; "owner": string; "transport": "webhook" | "poll"; "games": (string)[]; "budget_s": number; "fallback": string; "public": boolean; "most_tables": number; "language": string; "version": string; "model": string; "page": boolean; "talk": boolean; "created_at": string; "mine": boolean; "url": string | null; "failures": number | null; "suspended_until": string | null; "old_secret_until": string | null };

export type AgentMessage = { "room"?: string; "text": string };

export type Agents = { "items": (Agent)[]; "next": string | null };

export type Arena = { "id": string; "status": "running" | "paused" | "finished" | "cancelled" | "aborted"; "owner": string; "visibility": string; "game": string; "rules_version": number; "seats": number; "options": { [key: string]: any }; "system": "round-robin" | "swiss" | "ladder"; "rounds": number; "deals": number; "seed": string | null; "entrants": (Entrant)[]; "games": number; "played": number; "created_at": string; "finished_at": string | null; "reason": string | null; "counted": number | null; "links": { [key: string]: string } };

export type ArenaDetail = { "id": string; "status": "running" | "paused" | "finished" | "cancelled" | "aborted"; "owner": string; "visibility": string; "game": string; "rules_version": number; "seats": number; "options": { [key: string]: any }; "system": "round-robin" | "swiss" | "ladder"; "rounds": number; "deals": number; "seed": string | null; "entrants": (Entrant)[]; "games": number; "played": number; "created_at": string; "finished_at": string | null; "reason": string | null; "counted": number | null; "links": { [key: string]: string }; "ratings": (ArenaRating)[]; "standings": (Standing)[] };

export type ArenaRating = { "mu": number; "sigma": number; "low": number; "high": number; "ordinal": number; "games": number; "entrant": string; "role": string };

export type Arenas = { "items": (Arena)[]; "next": string | null };

export type Audit = { "items": (AuditEntry)[]; "next": string | null };

export type AuditEntry = { "id": string; "at": string; "actor": string; "address": string | null; "action": string; "target": string; "detail": { [key: string]: any }; "refused": string | null };

export type Book = { "id": string; "game": string; "kind": "built-in" | "shared" | "own"; "status": "reading" | "ready" | "refused"; "percent": number; "title": string; "author": string; "language": string | null; "pages": number; "layout": string; "fingerprint": string | null; "public_domain": boolean; "problem": { [key: string]: any } | null; "created_at": string | null };

export type Books = { "items": (Book)[]; "next": string | null };

export type Budget = { "seconds": number; "deadline": string | null };

export type Card = { "card": string; "name": string; "kinds": (CardStatistics)[]; "groups": (GroupStatistics)[] };

export type CardStatistics = { "kind": string; "offered": number; "taken": number; "take_rate": Interval | null; "seen": number; "takers": number; "win_rate": Interval | null; "win_rate_if_not_taken": Interval | null; "place": Interval | null; "points": Interval | null };

export type ChangeAgent = { "name"?: string; "url"?: string; "games"?: ("faraway" | "golden_compass" | "mountains_of_madness" | "new_lands" | "not_alone")[]; "budget_s"?: number; "fallback"?: string; "public"?: boolean; "most_tables"?: number; "language"?: "en" | "fr"; "version"?: string; "model"?: string; "page"?: boolean; "talk"?: boolean };

export type Check = { "check": string; "ok": boolean; "message": string; "params": { [key: string]: any } };

export type Clock = { "mode"?: "none" | "realtime" | "correspondence"; "per_decision_s"?: number | null; "bank_s"?: number | null; "increment_s"?: number; "on_timeout"?: "default" | "bot" | "forfeit" };

export type ClockFace = { "seat": number; "bank_s": number | null; "deadline": string | null };

export type Closed = { "remains": (Remains)[] };

export type ConformanceTest = { "id": string; "agent": string; "game": string; "status": "running" | "finished"; "passed": boolean | null; "created_at": string; "checks": (Check)[]; "table": string | null };

export type Consent = { "consent": boolean };

export type CreatedToken = { "id": string; "label": string; "scopes": (string)[]; "created_at": string; "expires_at": string | null; "token": string };

export type Decision = { "id": string; "kind": string; "seat": number; "options": (string)[]; "least": number; "most": number; "sealed": boolean; "window": boolean; "optional": boolean; "opened_at": string | null; "deadline": string | null; "default": (string)[]; "about": { [key: string]: any }; "prompt": string; "texts"?: { [key: string]: string } };

export type Decisions = { "items": (Decision)[] };

export type Deliveries = { "items": (Delivery)[]; "next": string | null };

export type Delivery = { "id": string; "at": string; "table": string; "decision": string; "message": string | null; "attempt": number; "outcome": string; "status": number | null; "latency_ms": number | null; "detail": string | null };

export type Drain = { "message"?: string };

export type Entrant = { "name": string; "kind": "bot" | "agent"; "level": string | null; "thoughts": number | null; "agent": string | null };

export type Error = { "code"?: number; "status"?: string; "message"?: string; "errors"?: { [key: string]: any } };

export type Event = { "seq": number; "at": string; "table": string | null; "type": string; "data": FarawayStory | GoldenCompassStory | MountainsOfMadnessStory | NewLandsStory | NotAloneStory | { [key: string]: any }; "text"?: string | null };

export type Events = { "items": (Event)[]; "next": number };

export type Explorer = { "game": string; "kinds": (string)[]; "items": (NamedCardStatistics)[] };

export type Export = { "plan": { [key: string]: any }; "games": ({ [key: string]: any })[] };

export type ExportLine = { "game"?: unknown };

export type Extend = { "lease_s"?: number };

export type FarawayEnding = { "sheets": (FarawaySheet)[]; "hands": ((string)[])[] };

export type FarawayExplored = { "seat": number; "region": string };

export type FarawayFoundSanctuaries = { "seat": number; "count": number; "owed": number };

export type FarawayKeptRegions = { "seat": number; "kept": (string)[]; "returned": (string)[] };

export type FarawayKeptSanctuary = { "seat": number; "sanctuary": string; "returned": number };

export type FarawayMarketRevealed = { "regions": (string)[] };

export type FarawayMine = { "seat": number; "hand": (string)[]; "found": (string)[]; "submitted": (string)[] | null };

export type FarawayPlacedSanctuary = { "seat": number; "sanctuary": string };

export type FarawayRegionRemoved = { "region": string };

export type FarawayRegionsReturned = { "count": number };

export type FarawayRoundBegan = { "round": number };

export type FarawaySawSanctuaries = { "seat": number; "sanctuaries": (string)[] };

export type FarawayScored = { "seat": number; "regions": (number)[]; "sanctuaries": (number)[]; "total": number };

export type FarawaySheet = { "regions": (number)[]; "sanctuaries": (number)[]; "total": number };

export type FarawayStory = FarawayStoryKeptRegions | FarawayStoryRegionsReturned | FarawayStoryMarketRevealed | FarawayStoryRoundBegan | FarawayStoryExplored | FarawayStoryFoundSanctuaries | FarawayStorySawSanctuaries | FarawayStoryTurnOrder | FarawayStoryTookRegion | FarawayStoryKeptSanctuary | FarawayStoryPlacedSanctuary | FarawayStoryRegionRemoved | FarawayStoryScored | FarawayStoryWon | FarawayStoryWonTie;

export type FarawayStoryExplored = { "kind": "explored"; "data": FarawayExplored };

export type FarawayStoryFoundSanctuaries = { "kind": "found-sanctuaries"; "data": FarawayFoundSanctuaries };

export type FarawayStoryKeptRegions = { "kind": "kept-regions"; "data": FarawayKeptRegions };

export type FarawayStoryKeptSanctuary = { "kind": "kept-sanctuary"; "data": FarawayKeptSanctuary };

export type FarawayStoryMarketRevealed = { "kind": "market-revealed"; "data": FarawayMarketRevealed };

export type FarawayStoryPlacedSanctuary = { "kind": "placed-sanctuary"; "data": FarawayPlacedSanctuary };

export type FarawayStoryRegionRemoved = { "kind": "region-removed"; "data": FarawayRegionRemoved };

export type FarawayStoryRegionsReturned = { "kind": "regions-returned"; "data": FarawayRegionsReturned };

export type FarawayStoryRoundBegan = { "kind": "round-began"; "data": FarawayRoundBegan };

export type FarawayStorySawSanctuaries = { "kind": "saw-sanctuaries"; "data": FarawaySawSanctuaries };

export type FarawayStoryScored = { "kind": "scored"; "data": FarawayScored };

export type FarawayStoryTookRegion = { "kind": "took-region"; "data": FarawayTookRegion };

export type FarawayStoryTurnOrder = { "kind": "turn-order"; "data": FarawayTurnOrder };

export type FarawayStoryWon = { "kind": "won"; "data": FarawayWon };

export type FarawayStoryWonTie = { "kind": "won-tie"; "data": FarawayWonTie };

export type FarawayTookRegion = { "seat": number; "region": string };

export type FarawayTraveller = { "seat": number; "row": (string)[]; "sanctuaries": (string)[]; "clues": number; "hand": number; "known": (string)[]; "found": number; "owed": number; "submitted": boolean };

export type FarawayTurnOrder = { "seats": (number)[] };

export type FarawayView = { "round": number; "phase": "explore" | "keep" | "over" | "turns"; "market": (string)[]; "deck": number; "pile": number; "removed": (string)[]; "order": (number)[]; "turn": number | null; "players": (FarawayTraveller)[]; "me": FarawayMine | null; "ending": FarawayEnding | null };

export type FarawayWon = { "seat": number; "total": number };

export type FarawayWonTie = { "seat": number; "total": number; "region": string };

export type FieldError = { "field": string; "message": string };

export type Game = { "name": string; "title": string; "about": string; "players": PlayersRange; "modes": (string)[]; "rules_version": number; "options": { [key: string]: any }; "bots": (string)[]; "languages": (string)[] };

export type GameDetail = { "name": string; "title": string; "about": string; "players": PlayersRange; "modes": (string)[]; "rules_version": number; "options": { [key: string]: any }; "bots": (string)[]; "languages": (string)[]; "view": { [key: string]: any }; "story": { [key: string]: any }; "decision": { [key: string]: any }; "ids": { [key: string]: any } };

export type Games = { "items": (Game)[] };

export type GoldenCompassAllyRevealed = { "seat": number; "character": string; "magisterium": number };

export type GoldenCompassCardSet = { "kind": string; "cards": (string)[]; "refusal": "no-compass" | "no-slot" | "no-token" | "no-town" | "nobody-to-rob" | "nothing-to-place" | null };

export type GoldenCompassCards = { "seat": number; "cards": (string)[] };

export type GoldenCompassCharacter = { "seat": number; "character": string };

export type GoldenCompassChoseColour = { "seat": number; "colour": string };

export type GoldenCompassChosePower = { "seat": number; "power": string };

export type GoldenCompassCounted = { "seat": number; "count": number };

export type GoldenCompassDealtCharacters = { "seat": number; "characters": (string)[] };

export type GoldenCompassDid = { "seat": number };

export type GoldenCompassDidTo = { "seat": number; "seats": (number)[] };

export type GoldenCompassDrewPassages = { "count": number };

export type GoldenCompassGrants = { "short_sets": number; "wild_cards": number; "symbol_bonus": number };

export type GoldenCompassMarkedToken = { "token": string; "seat": number };

export type GoldenCompassMine = { "seat": number; "hand": (string)[]; "sets": (GoldenCompassCardSet)[]; "looking": (string)[]; "pair": (string)[]; "tokens": (string)[]; "submitted": (string)[] | null };

export type GoldenCompassMoved = { "space": string };

export type GoldenCompassPeeked = { "seat": number; "town": "bolvangar" | "jordan_college" | "london" | "northern_lights" | "svalbard" | "trollesund"; "slots": (string)[] };

export type GoldenCompassPeekedTokens = { "seat": number; "tokens": (string)[] };

export type GoldenCompassPeriodBegan = { "seat": number; "period": "blue" | "green" | "red" };

export type GoldenCompassPickingOrder = { "seats": (number)[] };

export type GoldenCompassPlacedCompasses = { "seat": number; "count": number; "total": number };

export type GoldenCompassPlacedToken = { "seat": number; "token": string; "town": "bolvangar" | "jordan_college" | "london" | "northern_lights" | "svalbard" | "trollesund" };

export type GoldenCompassPlayedSet = { "seat": number; "cards": (string)[]; "set": string };

export type GoldenCompassRemovedCompasses = { "seat": number; "seats": (number)[]; "count": number };

export type GoldenCompassReshuffled = { "count": number };

export type GoldenCompassScored = { "seat": number; "truths": number; "points": number; "alethiometers": number; "dust": number; "total": number };

export type GoldenCompassSheet = { "seat": number; "truths": number; "points": number; "alethiometers": number; "dust": number; "total": number };

export type GoldenCompassSpun = { "seat": number; "sector": string };

export type GoldenCompassStoleToken = { "seat": number; "seats": (number)[]; "town": "bolvangar" | "jordan_college" | "london" | "northern_lights" | "svalbard" | "trollesund" };

export type GoldenCompassStolenCard = { "seat": number; "seats": (number)[]; "card": string };

export type GoldenCompassStolenToken = { "seat": number; "seats": (number)[]; "token": string };

export type GoldenCompassStory = GoldenCompassStoryPeriodBegan | GoldenCompassStoryDealtCharacters | GoldenCompassStoryAllyRevealed | GoldenCompassStoryTucked | GoldenCompassStorySpun | GoldenCompassStoryChoseColour | GoldenCompassStoryDrew | GoldenCompassStoryDrewCards | GoldenCompassStoryDiscarded | GoldenCompassStoryReshuffled | GoldenCompassStoryMoved | GoldenCompassStoryTokensLost | GoldenCompassStoryGrewRestless | GoldenCompassStoryDeclinedAction | GoldenCompassStoryPlacedCompasses | GoldenCompassStoryDirigibleAssigned | GoldenCompassStoryDirigibleTaken | GoldenCompassStoryDirigibleReturned | GoldenCompassStoryTookDust | GoldenCompassStoryTookDustFrom | GoldenCompassStoryUsedAlly | GoldenCompassStoryChosePower | GoldenCompassStoryLooked | GoldenCompassStoryLookedAt | GoldenCompassStoryRecovered | GoldenCompassStoryStoleCard | GoldenCompassStoryStolenCard | GoldenCompassStoryRemovedCompasses | GoldenCompassStoryPlayedSet | GoldenCompassStoryTookToken | GoldenCompassStorySawToken | GoldenCompassStoryPeeked | GoldenCompassStoryPeekedTokens | GoldenCompassStoryStoleToken | GoldenCompassStoryStolenToken | GoldenCompassStoryPlacedToken | GoldenCompassStoryPaidMagisterium | GoldenCompassStoryRenouncedTruth | GoldenCompassStoryDrewTruths | GoldenCompassStoryDrewPassages | GoldenCompassStoryPickingOrder | GoldenCompassStoryTookTruths | GoldenCompassStorySetAside | GoldenCompassStoryCleanedUp | GoldenCompassStoryScored | GoldenCompassStoryWon;

export type GoldenCompassStoryAllyRevealed = { "kind": "ally-revealed"; "data": GoldenCompassAllyRevealed };

export type GoldenCompassStoryChoseColour = { "kind": "chose-colour"; "data": GoldenCompassChoseColour };

export type GoldenCompassStoryChosePower = { "kind": "chose-power"; "data": GoldenCompassChosePower };

export type GoldenCompassStoryCleanedUp = { "kind": "cleaned-up"; "data": GoldenCompassDid };

export type GoldenCompassStoryDealtCharacters = { "kind": "dealt-characters"; "data": GoldenCompassDealtCharacters };

export type GoldenCompassStoryDeclinedAction = { "kind": "declined-action"; "data": GoldenCompassDid };

export type GoldenCompassStoryDirigibleAssigned = { "kind": "dirigible-assigned"; "data": GoldenCompassDidTo };

export type GoldenCompassStoryDirigibleReturned = { "kind": "dirigible-returned"; "data": GoldenCompassDid };

export type GoldenCompassStoryDirigibleTaken = { "kind": "dirigible-taken"; "data": GoldenCompassDid };

export type GoldenCompassStoryDiscarded = { "kind": "discarded"; "data": GoldenCompassCards };

export type GoldenCompassStoryDrew = { "kind": "drew"; "data": GoldenCompassCounted };

export type GoldenCompassStoryDrewCards = { "kind": "drew-cards"; "data": GoldenCompassCards };

export type GoldenCompassStoryDrewPassages = { "kind": "drew-passages"; "data": GoldenCompassDrewPassages };

export type GoldenCompassStoryDrewTruths = { "kind": "drew-truths"; "data": GoldenCompassTiles };

export type GoldenCompassStoryGrewRestless = { "kind": "grew-restless"; "data": GoldenCompassDid };

export type GoldenCompassStoryLooked = { "kind": "looked"; "data": GoldenCompassCounted };

export type GoldenCompassStoryLookedAt = { "kind": "looked-at"; "data": GoldenCompassCards };

export type GoldenCompassStoryMoved = { "kind": "moved"; "data": GoldenCompassMoved };

export type GoldenCompassStoryPaidMagisterium = { "kind": "paid-magisterium"; "data": GoldenCompassCards };

export type GoldenCompassStoryPeeked = { "kind": "peeked"; "data": GoldenCompassPeeked };

export type GoldenCompassStoryPeekedTokens = { "kind": "peeked-tokens"; "data": GoldenCompassPeekedTokens };

export type GoldenCompassStoryPeriodBegan = { "kind": "period-began"; "data": GoldenCompassPeriodBegan };

export type GoldenCompassStoryPickingOrder = { "kind": "picking-order"; "data": GoldenCompassPickingOrder };

export type GoldenCompassStoryPlacedCompasses = { "kind": "placed-compasses"; "data": GoldenCompassPlacedCompasses };

export type GoldenCompassStoryPlacedToken = { "kind": "placed-token"; "data": GoldenCompassPlacedToken };

export type GoldenCompassStoryPlayedSet = { "kind": "played-set"; "data": GoldenCompassPlayedSet };

export type GoldenCompassStoryRecovered = { "kind": "recovered"; "data": GoldenCompassCards };

export type GoldenCompassStoryRemovedCompasses = { "kind": "removed-compasses"; "data": GoldenCompassRemovedCompasses };

export type GoldenCompassStoryRenouncedTruth = { "kind": "renounced-truth"; "data": GoldenCompassDid };

export type GoldenCompassStoryReshuffled = { "kind": "reshuffled"; "data": GoldenCompassReshuffled };

export type GoldenCompassStorySawToken = { "kind": "saw-token"; "data": GoldenCompassToken };

export type GoldenCompassStoryScored = { "kind": "scored"; "data": GoldenCompassScored };

export type GoldenCompassStorySetAside = { "kind": "set-aside"; "data": GoldenCompassTiles };

export type GoldenCompassStorySpun = { "kind": "spun"; "data": GoldenCompassSpun };

export type GoldenCompassStoryStoleCard = { "kind": "stole-card"; "data": GoldenCompassDidTo };

export type GoldenCompassStoryStoleToken = { "kind": "stole-token"; "data": GoldenCompassStoleToken };

export type GoldenCompassStoryStolenCard = { "kind": "stolen-card"; "data": GoldenCompassStolenCard };

export type GoldenCompassStoryStolenToken = { "kind": "stolen-token"; "data": GoldenCompassStolenToken };

export type GoldenCompassStoryTokensLost = { "kind": "tokens-lost"; "data": GoldenCompassTokensLost };

export type GoldenCompassStoryTookDust = { "kind": "took-dust"; "data": GoldenCompassTookDust };

export type GoldenCompassStoryTookDustFrom = { "kind": "took-dust-from"; "data": GoldenCompassDidTo };

export type GoldenCompassStoryTookToken = { "kind": "took-token"; "data": GoldenCompassTookToken };

export type GoldenCompassStoryTookTruths = { "kind": "took-truths"; "data": GoldenCompassTookTruths };

export type GoldenCompassStoryTucked = { "kind": "tucked"; "data": GoldenCompassCharacter };

export type GoldenCompassStoryUsedAlly = { "kind": "used-ally"; "data": GoldenCompassCharacter };

export type GoldenCompassStoryWon = { "kind": "won"; "data": GoldenCompassWon };

export type GoldenCompassTiles = { "tiles": (string)[] };

export type GoldenCompassToken = { "seat": number; "token": string };

export type GoldenCompassTokensLost = { "town": "bolvangar" | "jordan_college" | "london" | "northern_lights" | "svalbard" | "trollesund"; "count": number };

export type GoldenCompassTookDust = { "seat": number; "left": number };

export type GoldenCompassTookToken = { "seat": number; "town": "bolvangar" | "jordan_college" | "london" | "northern_lights" | "svalbard" | "trollesund"; "slot": string };

export type GoldenCompassTookTruths = { "seat": number; "tiles": (string)[] };

export type GoldenCompassTraveller = { "seat": number; "hand": number; "known": (string)[]; "looking": number; "ally": string | null; "tucked": string | null; "magisterium": number; "tokens": (string)[]; "compasses": number; "supply": number; "dust": number; "truths": (string)[]; "score": number; "submitted": boolean };

export type GoldenCompassView = { "period": "blue" | "green" | "red"; "phase": "allies" | "over" | "truth" | "turns"; "turn": number; "first": number; "active": number | null; "sector": string | null; "track": (string)[]; "space": string; "town": "bolvangar" | "jordan_college" | "london" | "northern_lights" | "svalbard" | "trollesund" | null; "still": number; "guard": number | null; "grants": GoldenCompassGrants; "draw_pile": number; "discards": (string)[]; "slots": { [key: string]: (string | null)[] }; "placed": { [key: string]: (GoldenCompassMarkedToken)[] }; "bag": number; "truths": (string)[]; "aside": (string)[]; "passages": (string)[]; "order": (number)[]; "renounced": number | null; "dust": number; "dirigible": number | null; "players": (GoldenCompassTraveller)[]; "me": GoldenCompassMine | null; "ending": (GoldenCompassSheet)[] | null };

export type GoldenCompassWon = { "seats": (number)[]; "total": number };

export type GroupStatistics = { "kind": string; "offered": number; "taken": number; "take_rate": Interval | null; "seen": number; "takers": number; "win_rate": Interval | null; "win_rate_if_not_taken": Interval | null; "place": Interval | null; "points": Interval | null; "seats": number; "level": string };

export type HandSeat = { "level"?: string | null; "reason"?: string };

export type Health = { "status": string; "checks"?: { [key: string]: any } };

export type HiddenMeaning = { "id": string; "game": string; "sentence": string; "title": string; "author": string; "language": string; "book": string; "page": number; "theme": string; "mode": string; "difficulty": string; "rank": string | null; "players": (string)[]; "at": string };

export type HiddenMeanings = { "items": (HiddenMeaning)[]; "next": string | null };

export type History = { "items": (PlayedGame)[]; "next": string | null };

export type HistoryExport = { "items": (HistoryLine)[] };

export type HistoryLine = { "id": string };

export type Interval = { "value": number; "low": number | null; "high": number | null };

export type Invite = { "table": Table; "free_seats": (number)[] };

export type Lease = { "lease": string; "expires_at": string };

export type Legal = { "legal": boolean };

export type Limits = { "limits": { [key: string]: number | null }; "reason"?: string };

export type Line = { "role": string; "content": string; "picks"?: (string)[] };

export type Lines = { "lines": (Line)[] };

export type Links = { "self": string; "view": string; "events": string; "replay": string };

export type Me = { "player": Player; "scopes": (string)[]; "expires_at": string | null };

export type MountainsOfMadnessAnyOf = { "type": "any_of"; "values": (number)[] };

export type MountainsOfMadnessBoxed = { "place": string; "left": number };

export type MountainsOfMadnessCard = { "at": string; "card": string | null; "kind": string | null; "value": number | null };

export type MountainsOfMadnessCards = { "cards": (string)[] };

export type MountainsOfMadnessChosen = { "trial": string };

export type MountainsOfMadnessCount = { "count": number };

export type MountainsOfMadnessCounted = { "relics": number; "wounds": number; "difference": number };

export type MountainsOfMadnessEnded = { "ending": string };

export type MountainsOfMadnessExact = { "type": "exact"; "value": number };

export type MountainsOfMadnessExalted = { "count": number; "sled": number };

export type MountainsOfMadnessExplorer = { "seat": number; "character": string; "hand": number; "level": number; "madness": number; "ignored": number; "relics": (string)[]; "placed": number; "ready": boolean; "done": boolean };

export type MountainsOfMadnessFaced = { "space": string; "tile": string | null; "placed": (MountainsOfMadnessPlacedExpedition)[]; "outcomes": (MountainsOfMadnessOutcome)[] };

export type MountainsOfMadnessFinale = { "ending": "defeat" | "faint" | "fair" | "great" | "out-of-tokens" | "out-of-wounds" | "resounding" | "small"; "difference": number | null; "madness": ((string)[])[]; "hands": ((string)[])[] };

export type MountainsOfMadnessFlipped = { "space": string };

export type MountainsOfMadnessHeard = { "timer": number; "seat"?: number | null; "text"?: string; "signals"?: (MountainsOfMadnessSignal)[]; "murmur"?: boolean };

export type MountainsOfMadnessLeft = { "left": number };

export type MountainsOfMadnessLimits = { "limit": number };

export type MountainsOfMadnessMadnessShown = { "seat": number; "cards": (string)[] };

export type MountainsOfMadnessMine = { "seat": number; "hand": (MountainsOfMadnessCard)[]; "placed": (MountainsOfMadnessCard)[]; "madness": (string)[]; "former": (string)[]; "held": string; "messages_left": number | null };

export type MountainsOfMadnessMoved = { "seat": number; "space": string };

export type MountainsOfMadnessOneCard = { "card": string };

export type MountainsOfMadnessOutcome = { "trial": "books" | "crates" | "tools" | "weapons"; "total": number; "distance": number };

export type MountainsOfMadnessPlace = { "tile": string | null; "trials": (MountainsOfMadnessTrial)[]; "masked": boolean; "reward": MountainsOfMadnessReward | null; "timer": number; "sand": number; "silent": boolean; "placed": (MountainsOfMadnessPlacedExpedition)[]; "failed": (string)[]; "outcomes": (MountainsOfMadnessOutcome)[] };

export type MountainsOfMadnessPlacedExpedition = { "seat": number; "card": string };

export type MountainsOfMadnessPlacedStory = { "seat": number; "count": number };

export type MountainsOfMadnessPlain = { [key: string]: any };

export type MountainsOfMadnessRange = { "type": "range"; "min": number; "max": number };

export type MountainsOfMadnessRested = { "seat": number; "sled": number; "draw": number };

export type MountainsOfMadnessRevealed = { "cards": (string)[]; "seats": (number)[] };

export type MountainsOfMadnessReward = { "type": "esoteric" | "exalt" | "heal" | "none" | "relic" | "search"; "category"?: string | null; "relic"?: string | null };

export type MountainsOfMadnessRolled = { "face": string; "trial": string };

export type MountainsOfMadnessSaid = { "text": string; "signals": (MountainsOfMadnessSignal)[] };

export type MountainsOfMadnessSearchedStory = { "space": string };

export type MountainsOfMadnessSearchedView = { "space": string; "tile": string };

export type MountainsOfMadnessSignal = { "type": "ask" | "no" | "offer" | "pledge" | "suggest" | "tally" | "yes"; "kind"?: "books" | "crates" | "tools" | "weapons" | null; "value"?: number | null; "amount"?: number | null; "seat"?: number | null; "ref"?: number | null; "space"?: string | null; "parity"?: "even" | "odd" | null };

export type MountainsOfMadnessSilenceBroken = { "seat": number; "sled": number };

export type MountainsOfMadnessSomeone = { "seat": number };

export type MountainsOfMadnessSpent = { "seat": number; "use": string; "sled": number };

export type MountainsOfMadnessSpoken = { "seat": number; "text": string; "signals": (MountainsOfMadnessSignal)[] };

export type MountainsOfMadnessStory = MountainsOfMadnessStoryTurnBegan | MountainsOfMadnessStoryMoved | MountainsOfMadnessStoryMovedEmpty | MountainsOfMadnessStoryTokenSpent | MountainsOfMadnessStoryMadnessIgnored | MountainsOfMadnessStoryFlipped | MountainsOfMadnessStorySawPlace | MountainsOfMadnessStoryTimerStarted | MountainsOfMadnessStoryPlaced | MountainsOfMadnessStoryReady | MountainsOfMadnessStoryDone | MountainsOfMadnessStoryUndone | MountainsOfMadnessStorySilenceFell | MountainsOfMadnessStorySilenceBroken | MountainsOfMadnessStorySandRanOut | MountainsOfMadnessStorySaid | MountainsOfMadnessStoryHeld | MountainsOfMadnessStoryHeard | MountainsOfMadnessStoryHeardNameless | MountainsOfMadnessStoryMurmur | MountainsOfMadnessStoryMurmurNameless | MountainsOfMadnessStorySpoke | MountainsOfMadnessStoryRevealed | MountainsOfMadnessStoryPlaceShown | MountainsOfMadnessStoryTrialMet | MountainsOfMadnessStoryTrialFailed | MountainsOfMadnessStoryHealed | MountainsOfMadnessStoryExalted | MountainsOfMadnessStoryTookRelic | MountainsOfMadnessStoryTokenLost | MountainsOfMadnessStorySearched | MountainsOfMadnessStorySearchClosed | MountainsOfMadnessStoryTookEsoteric | MountainsOfMadnessStoryChoseMadness | MountainsOfMadnessStoryWentMad | MountainsOfMadnessStoryDrewMadness | MountainsOfMadnessStoryRolled | MountainsOfMadnessStoryAccident | MountainsOfMadnessStoryConfusion | MountainsOfMadnessStoryMoraleLost | MountainsOfMadnessStoryTokenBoxed | MountainsOfMadnessStoryDrew | MountainsOfMadnessStoryDrewCards | MountainsOfMadnessStoryLimitsRaised | MountainsOfMadnessStoryRested | MountainsOfMadnessStoryMadnessShown | MountainsOfMadnessStoryCounted | MountainsOfMadnessStoryEnded;

export type MountainsOfMadnessStoryAccident = { "kind": "accident"; "data": MountainsOfMadnessLeft };

export type MountainsOfMadnessStoryChoseMadness = { "kind": "chose-madness"; "data": MountainsOfMadnessChosen };

export type MountainsOfMadnessStoryConfusion = { "kind": "confusion"; "data": MountainsOfMadnessCards };

export type MountainsOfMadnessStoryCounted = { "kind": "counted"; "data": MountainsOfMadnessCounted };

export type MountainsOfMadnessStoryDone = { "kind": "done"; "data": MountainsOfMadnessSomeone };

export type MountainsOfMadnessStoryDrew = { "kind": "drew"; "data": MountainsOfMadnessPlacedStory };

export type MountainsOfMadnessStoryDrewCards = { "kind": "drew-cards"; "data": MountainsOfMadnessCards };

export type MountainsOfMadnessStoryDrewMadness = { "kind": "drew-madness"; "data": MountainsOfMadnessOneCard };

export type MountainsOfMadnessStoryEnded = { "kind": "ended"; "data": MountainsOfMadnessEnded };

export type MountainsOfMadnessStoryExalted = { "kind": "exalted"; "data": MountainsOfMadnessExalted };

export type MountainsOfMadnessStoryFlipped = { "kind": "flipped"; "data": MountainsOfMadnessFlipped };

export type MountainsOfMadnessStoryHealed = { "kind": "healed"; "data": MountainsOfMadnessCount };

export type MountainsOfMadnessStoryHeard = { "kind": "heard"; "data": MountainsOfMadnessSpoken };

export type MountainsOfMadnessStoryHeardNameless = { "kind": "heard-nameless"; "data": MountainsOfMadnessSaid };

export type MountainsOfMadnessStoryHeld = { "kind": "held"; "data": MountainsOfMadnessSaid };

export type MountainsOfMadnessStoryLimitsRaised = { "kind": "limits-raised"; "data": MountainsOfMadnessLimits };

export type MountainsOfMadnessStoryMadnessIgnored = { "kind": "madness-ignored"; "data": MountainsOfMadnessSomeone };

export type MountainsOfMadnessStoryMadnessShown = { "kind": "madness-shown"; "data": MountainsOfMadnessMadnessShown };

export type MountainsOfMadnessStoryMoraleLost = { "kind": "morale-lost"; "data": MountainsOfMadnessTokens };

export type MountainsOfMadnessStoryMoved = { "kind": "moved"; "data": MountainsOfMadnessMoved };

export type MountainsOfMadnessStoryMovedEmpty = { "kind": "moved-empty"; "data": MountainsOfMadnessMoved };

export type MountainsOfMadnessStoryMurmur = { "kind": "murmur"; "data": MountainsOfMadnessSomeone };

export type MountainsOfMadnessStoryMurmurNameless = { "kind": "murmur-nameless"; "data": MountainsOfMadnessPlain };

export type MountainsOfMadnessStoryPlaceShown = { "kind": "place-shown"; "data": MountainsOfMadnessTile };

export type MountainsOfMadnessStoryPlaced = { "kind": "placed"; "data": MountainsOfMadnessPlacedStory };

export type MountainsOfMadnessStoryReady = { "kind": "ready"; "data": MountainsOfMadnessSomeone };

export type MountainsOfMadnessStoryRested = { "kind": "rested"; "data": MountainsOfMadnessRested };

export type MountainsOfMadnessStoryRevealed = { "kind": "revealed"; "data": MountainsOfMadnessRevealed };

export type MountainsOfMadnessStoryRolled = { "kind": "rolled"; "data": MountainsOfMadnessRolled };

export type MountainsOfMadnessStorySaid = { "kind": "said"; "data": MountainsOfMadnessSaid };

export type MountainsOfMadnessStorySandRanOut = { "kind": "sand-ran-out"; "data": MountainsOfMadnessPlain };

export type MountainsOfMadnessStorySawPlace = { "kind": "saw-place"; "data": MountainsOfMadnessTile };

export type MountainsOfMadnessStorySearchClosed = { "kind": "search-closed"; "data": MountainsOfMadnessPlain };

export type MountainsOfMadnessStorySearched = { "kind": "searched"; "data": MountainsOfMadnessSearchedStory };

export type MountainsOfMadnessStorySilenceBroken = { "kind": "silence-broken"; "data": MountainsOfMadnessSilenceBroken };

export type MountainsOfMadnessStorySilenceFell = { "kind": "silence-fell"; "data": MountainsOfMadnessPlain };

export type MountainsOfMadnessStorySpoke = { "kind": "spoke"; "data": MountainsOfMadnessSpoken };

export type MountainsOfMadnessStoryTimerStarted = { "kind": "timer-started"; "data": MountainsOfMadnessTimerStarted };

export type MountainsOfMadnessStoryTokenBoxed = { "kind": "token-boxed"; "data": MountainsOfMadnessBoxed };

export type MountainsOfMadnessStoryTokenLost = { "kind": "token-lost"; "data": MountainsOfMadnessTokens };

export type MountainsOfMadnessStoryTokenSpent = { "kind": "token-spent"; "data": MountainsOfMadnessSpent };

export type MountainsOfMadnessStoryTookEsoteric = { "kind": "took-esoteric"; "data": MountainsOfMadnessOneCard };

export type MountainsOfMadnessStoryTookRelic = { "kind": "took-relic"; "data": MountainsOfMadnessTookRelic };

export type MountainsOfMadnessStoryTrialFailed = { "kind": "trial-failed"; "data": MountainsOfMadnessTried };

export type MountainsOfMadnessStoryTrialMet = { "kind": "trial-met"; "data": MountainsOfMadnessTried };

export type MountainsOfMadnessStoryTurnBegan = { "kind": "turn-began"; "data": MountainsOfMadnessTurnBegan };

export type MountainsOfMadnessStoryUndone = { "kind": "undone"; "data": MountainsOfMadnessSomeone };

export type MountainsOfMadnessStoryWentMad = { "kind": "went-mad"; "data": MountainsOfMadnessWentMad };

export type MountainsOfMadnessTile = { "tile": string };

export type MountainsOfMadnessTimerStarted = { "timer": number };

export type MountainsOfMadnessTokens = { "sled": number };

export type MountainsOfMadnessTookRelic = { "seat": number; "relic": string };

export type MountainsOfMadnessTrial = { "kind": "books" | "crates" | "tools" | "weapons"; "accept": MountainsOfMadnessRange | MountainsOfMadnessExact | MountainsOfMadnessAnyOf; "tint": string };

export type MountainsOfMadnessTried = { "trial": string; "total": number; "distance": number };

export type MountainsOfMadnessTurnBegan = { "seat": number; "turn": number };

export type MountainsOfMadnessView = { "phase": "draw" | "encounter" | "failures" | "movement" | "over" | "rest" | "reward" | "window"; "turn": number; "leader": number; "limit": number; "airplane": string | null; "tiles": (string)[]; "gone": (string)[]; "sled": number; "spent": number; "boxed": number; "draw": number; "discard": (string)[]; "wounds": number; "esoteric": (string)[]; "relics": (string)[]; "piles": (number)[]; "players": (MountainsOfMadnessExplorer)[]; "place": MountainsOfMadnessPlace | null; "last": MountainsOfMadnessFaced | null; "rolled": "accident" | "confusion" | "morale_loss" | null; "rolled_for": string | null; "searched": MountainsOfMadnessSearchedView | null; "heard": (MountainsOfMadnessHeard)[]; "me": MountainsOfMadnessMine | null; "finale": MountainsOfMadnessFinale | null };

export type MountainsOfMadnessWentMad = { "seat": number; "level": number };

export type Muted = { "id": string; "name": string | null };

export type Mutes = { "items": (Muted)[] };

export type NamedCardStatistics = { "kind": string; "offered": number; "taken": number; "take_rate": Interval | null; "seen": number; "takers": number; "win_rate": Interval | null; "win_rate_if_not_taken": Interval | null; "place": Interval | null; "points": Interval | null; "card": string; "name": string };

export type NewAgent = { "name": string; "transport": "webhook" | "poll"; "url"?: string | null; "games"?: ("faraway" | "golden_compass" | "mountains_of_madness" | "new_lands" | "not_alone")[]; "budget_s"?: number | null; "fallback"?: string; "public"?: boolean; "most_tables"?: number; "language"?: "en" | "fr"; "version"?: string; "model"?: string; "page"?: boolean; "talk"?: boolean };

export type NewArena = { "game": "faraway" | "golden_compass" | "mountains_of_madness" | "new_lands" | "not_alone"; "entrants": (NewEntrant)[]; "games"?: number; "system"?: "round-robin" | "swiss" | "ladder"; "rounds"?: number | null; "seats"?: number | null; "options"?: { [key: string]: any }; "seed"?: string | null; "visibility"?: "public" | "private" };

export type NewConformanceTest = { "game"?: "faraway" | "golden_compass" | "mountains_of_madness" | "new_lands" | "not_alone" | null };

export type NewEntrant = { "level"?: string; "agent"?: string; "thoughts"?: number; "name"?: string };

export type NewLandsAdvanced = { "seat": number; "sheets": number; "page": number };

export type NewLandsBack = { "advance": number; "domain": "botany" | "cartography" | "ethnology" | "zoology" };

export type NewLandsBallot = { "question": string; "choices": (string)[]; "exploration": string | null; "due": number | null; "voted": (number)[]; "votes": { [key: string]: string } | null };

export type NewLandsCampPitched = { "page": number; "city_page": number; "letters": number };

export type NewLandsCard = { "fingerprint": string; "title": string; "author": string; "language": "en" | "fr"; "pages": number; "layout": string; "recognised": boolean };

export type NewLandsCityReached = { "city": string; "page": number };

export type NewLandsClue = { "word": string };

export type NewLandsCompassRevealed = { "seat": number; "compass": string; "group": string };

export type NewLandsCount = { "count": number };

export type NewLandsDrewPeripetia = { "seat": number; "modifier": number };

export type NewLandsEnding = { "won": boolean; "meaning": NewLandsMeaning | null; "passages": (NewLandsPassage)[]; "points": number | null; "rank": number | null };

export type NewLandsExplorationLaid = { "direction": string; "exploration": string };

export type NewLandsExplorationSwapped = { "direction": string; "lost": string };

export type NewLandsExplorationsLost = { "explorations": (string)[] };

export type NewLandsExplored = { "exploration": string; "page": number };

export type NewLandsExplorer = { "seat": number; "character": string | null; "know_how": boolean; "mission": string | null; "scouted": number; "done": boolean };

export type NewLandsHeard = { "lines": (string)[] };

export type NewLandsHeldMission = { "seat": number; "mission": string };

export type NewLandsHiddenMeaning = { "exploration": string; "page": number; "sentence": string };

export type NewLandsLineRead = { "line": number; "text": string };

export type NewLandsLostLetters = { "letters": number; "left": number };

export type NewLandsMeaning = { "sentence": string; "page": number; "exploration": string };

export type NewLandsMissionGiven = { "mission": string; "exploration": string };

export type NewLandsNominated = { "seat": number; "seats": (number)[] };

export type NewLandsNominations = { "proposed": { [key: string]: number }; "declined": (number)[] };

export type NewLandsNothing = { [key: string]: any };

export type NewLandsNow = { "number": number; "scout": number; "navigator": number; "page": number; "modifier": number | null; "compass_set": boolean; "compass": "E" | "N" | "S" | "W" | null; "chosen": "E" | "N" | "S" | "W" | null; "tried": string | null; "fulfilled": boolean | null; "heard": (number)[]; "times": number; "discards": { [key: string]: string } };

export type NewLandsOneMission = { "mission": string };

export type NewLandsOnePeripetia = { "peripetia": string };

export type NewLandsPassage = { "turn": number; "lines": (string)[]; "paragraphs": (boolean)[] };

export type NewLandsPassageRevealed = { "turn": number; "page": number; "lines": (string)[]; "paragraphs"?: (boolean)[] };

export type NewLandsRanked = { "points": number; "rank": string };

export type NewLandsRead = { "turn": number; "scout": number; "page": number; "lines": number; "found"?: string | null; "lost"?: (string)[]; "tried"?: string | null; "fulfilled"?: boolean | null };

export type NewLandsReadingBegan = { "seat": number; "times": number };

export type NewLandsReads = { "lines": (string)[] };

export type NewLandsSawPassage = { "page": number; "lines": (string)[] };

export type NewLandsSawPeripeties = { "peripeties": (string)[] };

export type NewLandsScouting = { "passage": (string)[]; "paragraphs": (boolean)[]; "reading": (string)[]; "compass": "E" | "N" | "S" | "W" | null; "peripetia": string | null; "looked_at": (string)[]; "clue": string | null };

export type NewLandsSetCompass = { "direction": string };

export type NewLandsSetup = { "mode": "classic" | "excursion" | "short"; "difficulty": "difficult" | "easy" | "normal" | "standard" | "very_difficult" | "very_easy"; "language": "en" | "fr"; "peripeties": boolean; "characters": boolean; "domains": boolean; "ranks": boolean; "timed": boolean; "letters": number; "start": number | null };

export type NewLandsSomebody = { "seat": number };

export type NewLandsSteppedBack = { "seat": number; "page": number };

export type NewLandsStory = NewLandsStoryCampPitched | NewLandsStoryTookCharacter | NewLandsStoryTurnBegan | NewLandsStoryNominated | NewLandsStoryDeclined | NewLandsStoryNamedNobody | NewLandsStoryScoutChosen | NewLandsStoryReady | NewLandsStoryTookMission | NewLandsStoryPutMissionBack | NewLandsStoryWantsToDiscard | NewLandsStoryMissionDiscarded | NewLandsStorySawPeripeties | NewLandsStoryDrewPeripetia | NewLandsStorySawPeripetia | NewLandsStoryAdvanced | NewLandsStorySteppedBack | NewLandsStorySawPassage | NewLandsStoryCompassSet | NewLandsStorySetCompass | NewLandsStoryUsedKnowHow | NewLandsStoryExplorationSwapped | NewLandsStoryReadingBegan | NewLandsStoryReads | NewLandsStoryHeard | NewLandsStoryListened | NewLandsStoryLineRead | NewLandsStoryClue | NewLandsStoryVoted | NewLandsStoryVotedFor | NewLandsStoryConfirmed | NewLandsStoryVoteClosed | NewLandsStoryNoMissionTried | NewLandsStoryMissionFulfilled | NewLandsStoryMissionFailed | NewLandsStoryKnowHowBack | NewLandsStoryCompassRevealed | NewLandsStoryExplored | NewLandsStoryCityReached | NewLandsStoryExplorationsLost | NewLandsStoryMissionGiven | NewLandsStoryLostLetters | NewLandsStoryDefeated | NewLandsStoryPeripetiaRevealed | NewLandsStoryPassageRevealed | NewLandsStoryExplorationLaid | NewLandsStoryMissionLaid | NewLandsStoryExplorationsReshuffled | NewLandsStoryMissionsReshuffled | NewLandsStoryCityExplored | NewLandsStoryHiddenMeaning | NewLandsStoryRanked;

export type NewLandsStoryAdvanced = { "kind": "advanced"; "data": NewLandsAdvanced };

export type NewLandsStoryCampPitched = { "kind": "camp-pitched"; "data": NewLandsCampPitched };

export type NewLandsStoryCityExplored = { "kind": "city-explored"; "data": NewLandsNothing };

export type NewLandsStoryCityReached = { "kind": "city-reached"; "data": NewLandsCityReached };

export type NewLandsStoryClue = { "kind": "clue"; "data": NewLandsClue };

export type NewLandsStoryCompassRevealed = { "kind": "compass-revealed"; "data": NewLandsCompassRevealed };

export type NewLandsStoryCompassSet = { "kind": "compass-set"; "data": NewLandsSomebody };

export type NewLandsStoryConfirmed = { "kind": "confirmed"; "data": NewLandsSomebody };

export type NewLandsStoryDeclined = { "kind": "declined"; "data": NewLandsSomebody };

export type NewLandsStoryDefeated = { "kind": "defeated"; "data": NewLandsLostLetters };

export type NewLandsStoryDrewPeripetia = { "kind": "drew-peripetia"; "data": NewLandsDrewPeripetia };

export type NewLandsStoryExplorationLaid = { "kind": "exploration-laid"; "data": NewLandsExplorationLaid };

export type NewLandsStoryExplorationSwapped = { "kind": "exploration-swapped"; "data": NewLandsExplorationSwapped };

export type NewLandsStoryExplorationsLost = { "kind": "explorations-lost"; "data": NewLandsExplorationsLost };

export type NewLandsStoryExplorationsReshuffled = { "kind": "explorations-reshuffled"; "data": NewLandsCount };

export type NewLandsStoryExplored = { "kind": "explored"; "data": NewLandsExplored };

export type NewLandsStoryHeard = { "kind": "heard"; "data": NewLandsHeard };

export type NewLandsStoryHiddenMeaning = { "kind": "hidden-meaning"; "data": NewLandsHiddenMeaning };

export type NewLandsStoryKnowHowBack = { "kind": "know-how-back"; "data": NewLandsTookCharacter };

export type NewLandsStoryLineRead = { "kind": "line-read"; "data": NewLandsLineRead };

export type NewLandsStoryListened = { "kind": "listened"; "data": NewLandsSomebody };

export type NewLandsStoryLostLetters = { "kind": "lost-letters"; "data": NewLandsLostLetters };

export type NewLandsStoryMissionDiscarded = { "kind": "mission-discarded"; "data": NewLandsOneMission };

export type NewLandsStoryMissionFailed = { "kind": "mission-failed"; "data": NewLandsHeldMission };

export type NewLandsStoryMissionFulfilled = { "kind": "mission-fulfilled"; "data": NewLandsHeldMission };

export type NewLandsStoryMissionGiven = { "kind": "mission-given"; "data": NewLandsMissionGiven };

export type NewLandsStoryMissionLaid = { "kind": "mission-laid"; "data": NewLandsOneMission };

export type NewLandsStoryMissionsReshuffled = { "kind": "missions-reshuffled"; "data": NewLandsCount };

export type NewLandsStoryNamedNobody = { "kind": "named-nobody"; "data": NewLandsSomebody };

export type NewLandsStoryNoMissionTried = { "kind": "no-mission-tried"; "data": NewLandsNothing };

export type NewLandsStoryNominated = { "kind": "nominated"; "data": NewLandsNominated };

export type NewLandsStoryPassageRevealed = { "kind": "passage-revealed"; "data": NewLandsPassageRevealed };

export type NewLandsStoryPeripetiaRevealed = { "kind": "peripetia-revealed"; "data": NewLandsOnePeripetia };

export type NewLandsStoryPutMissionBack = { "kind": "put-mission-back"; "data": NewLandsHeldMission };

export type NewLandsStoryRanked = { "kind": "ranked"; "data": NewLandsRanked };

export type NewLandsStoryReadingBegan = { "kind": "reading-began"; "data": NewLandsReadingBegan };

export type NewLandsStoryReads = { "kind": "reads"; "data": NewLandsReads };

export type NewLandsStoryReady = { "kind": "ready"; "data": NewLandsSomebody };

export type NewLandsStorySawPassage = { "kind": "saw-passage"; "data": NewLandsSawPassage };

export type NewLandsStorySawPeripetia = { "kind": "saw-peripetia"; "data": NewLandsOnePeripetia };

export type NewLandsStorySawPeripeties = { "kind": "saw-peripeties"; "data": NewLandsSawPeripeties };

export type NewLandsStoryScoutChosen = { "kind": "scout-chosen"; "data": NewLandsSomebody };

export type NewLandsStorySetCompass = { "kind": "set-compass"; "data": NewLandsSetCompass };

export type NewLandsStorySteppedBack = { "kind": "stepped-back"; "data": NewLandsSteppedBack };

export type NewLandsStoryTookCharacter = { "kind": "took-character"; "data": NewLandsTookCharacter };

export type NewLandsStoryTookMission = { "kind": "took-mission"; "data": NewLandsHeldMission };

export type NewLandsStoryTurnBegan = { "kind": "turn-began"; "data": NewLandsTurnBegan };

export type NewLandsStoryUsedKnowHow = { "kind": "used-know-how"; "data": NewLandsTookCharacter };

export type NewLandsStoryVoteClosed = { "kind": "vote-closed"; "data": NewLandsVoteClosed };

export type NewLandsStoryVoted = { "kind": "voted"; "data": NewLandsSomebody };

export type NewLandsStoryVotedFor = { "kind": "voted-for"; "data": NewLandsVotedFor };

export type NewLandsStoryWantsToDiscard = { "kind": "wants-to-discard"; "data": NewLandsHeldMission };

export type NewLandsTookCharacter = { "seat": number; "character": string };

export type NewLandsTurnBegan = { "turn": number };

export type NewLandsView = { "book": NewLandsCard; "setup": NewLandsSetup; "phase": "characters" | "exploration_vote" | "finished" | "hidden_meaning" | "loss_choice" | "mission_vote" | "preparation" | "reading" | "scout_choice"; "turn": number; "camp": number; "city_page": number; "city": string | null; "letters": number; "around": { [key: string]: string }; "pile": number; "pile_top": NewLandsBack | null; "row": (string)[]; "missions": (string)[]; "explorations": (string)[]; "peripeties": (string)[]; "peripetia_pile": number; "peripetia_top": number | null; "lost_explorations": (string)[]; "lost_missions": (string)[]; "lost_peripeties": (string)[]; "read": (NewLandsRead)[]; "players": (NewLandsExplorer)[]; "now": NewLandsNow | null; "nominations": NewLandsNominations | null; "ballot": NewLandsBallot | null; "scouting": NewLandsScouting | null; "seat": number | null; "ending": NewLandsEnding | null };

export type NewLandsVoteClosed = { "seats": (number)[]; "choices": (string)[] };

export type NewLandsVotedFor = { "seat": number; "choice": string };

export type NewPlayer = { "name": string };

export type NewReport = { "reason": string };

export type NewSeat = { "kind": "me" | "open" | "bot" | "invite" | "agent"; "level"?: string | null; "player"?: string | null; "agent"?: string | null };

export type NewTable = { "game": "faraway" | "golden_compass" | "mountains_of_madness" | "new_lands" | "not_alone"; "options"?: { [key: string]: any }; "seats": (NewSeat)[]; "clock"?: Clock; "visibility"?: "public" | "unlisted" | "private"; "start"?: "owner" | "full"; "deal"?: string | null };

export type NewToken = { "scopes"?: ("play" | "read" | "agents" | "admin")[]; "expires_in_s"?: number | null; "label"?: string };

export type NotAloneCards = { "seat": number; "cards": (string)[] };

export type NotAloneCaught = { "seat": number; "token": "artemia" | "creature" | "target"; "slot": number };

export type NotAloneCounted = { "seat": number; "count": number };

export type NotAloneDistance = { "distance": number };

export type NotAloneHuntCard = { "card": string };

export type NotAloneHuntCards = { "cards": (string)[] };

export type NotAloneHuntCount = { "count": number };

export type NotAloneIgnored = { "seat": number; "token": "artemia" | "creature" | "target" };

export type NotAloneInSlot = { "seat": number; "slot": number };

export type NotAloneMine = { "hand": (string)[]; "played": (string)[]; "survival": (string)[]; "found": (string)[]; "to_play": number; "submitted": (string)[] | null };

export type NotAloneNumber = { "turn": number };

export type NotAloneOneCard = { "seat": number; "card": string };

export type NotAloneOnePlace = { "seat": number; "place": string };

export type NotAloneOneSlot = { "slot": number };

export type NotAloneOneToken = { "token": "artemia" | "creature" | "target" };

export type NotAlonePaid = { "seat": number; "will": number };

export type NotAlonePhaseBegan = { "phase": "end" | "hunting" | "reckoning" };

export type NotAlonePlaceInSlot = { "seat": number; "place": string; "slot": number };

export type NotAlonePlaces = { "seat": number; "places": (string)[] };

export type NotAlonePrey = { "seat": number; "will": number; "owned": (string)[]; "hand": number; "played": number; "revealed": (string)[]; "known": (string)[]; "discard": (string)[] | null; "discarded": number; "survival": number; "survived": boolean; "pending": "artefact" | "fjord" | "none" | "river"; "ignores": (string)[]; "paralysed": boolean; "mired": boolean; "exposed": (string)[]; "named": (string)[]; "admitted": boolean | null; "acted": boolean };

export type NotAloneSide = { "seat": number; "side": string };

export type NotAloneSlots = { "slots": (number)[] };

export type NotAloneSomebody = { "seat": number };

export type NotAloneSpaces = { "seat": number; "spaces": (number)[] };

export type NotAloneStory = NotAloneStoryLaidOut | NotAloneStorySideChosen | NotAloneStoryTurnBegan | NotAloneStoryPhaseBegan | NotAloneStoryRescueMoved | NotAloneStoryAssimilationMoved | NotAloneStoryCreatureWon | NotAloneStoryHuntedWon | NotAloneStoryWillLost | NotAloneStoryWillRecovered | NotAloneStoryWillOffTrack | NotAloneStoryWillSeeded | NotAloneStoryExhausted | NotAloneStoryResisted | NotAloneStoryGaveUp | NotAloneStoryCommitted | NotAloneStoryExplored | NotAloneStoryRiverReturned | NotAloneStoryReturned | NotAloneStoryReturnedUnseen | NotAloneStoryTookBack | NotAloneStoryTookBackUnseen | NotAloneStoryDiscarded | NotAloneStoryDiscardedUnseen | NotAloneStoryPlayedFromPile | NotAloneStoryPlayedFromPileUnseen | NotAloneStorySwappedUnseen | NotAloneStoryTookReserve | NotAloneStoryPoleReturned | NotAloneStoryUsedPower | NotAloneStoryPowerUnusable | NotAloneStoryDidNothing | NotAloneStoryDoublePlay | NotAloneStoryMarkerOn | NotAloneStoryMarkerOff | NotAloneStoryShieldMoved | NotAloneStoryShieldArrived | NotAloneStoryTeleported | NotAloneStorySlotRevealed | NotAloneStoryDrewPlaces | NotAloneStoryPlaceLaid | NotAloneStoryPlaceDropped | NotAloneStoryPlaceSunk | NotAloneStorySurvivalPlayed | NotAloneStoryDrewSurvival | NotAloneStorySawSurvival | NotAloneStoryDiscardedSurvival | NotAloneStorySurvivalReshuffled | NotAloneStorySmokeCleared | NotAloneStoryStruckBack | NotAloneStoryScanned | NotAloneStoryWasScanned | NotAloneStoryIgnoresToken | NotAloneStoryHuntPlayed | NotAloneStoryFlashbackCopied | NotAloneStoryHuntDone | NotAloneStoryHuntReshuffled | NotAloneStoryDrewHunt | NotAloneStorySawHunt | NotAloneStoryNamed | NotAloneStoryExposedHand | NotAloneStoryExposedPlaces | NotAloneStoryTelepathyYes | NotAloneStoryTelepathyNo | NotAloneStorySlotRuined | NotAloneStoryStormed | NotAloneStoryHuntedMoved | NotAloneStoryInertiaStruck | NotAloneStoryTargeted | NotAloneStoryCaught | NotAloneStoryTokenPlaced | NotAloneStoryTokenMoved | NotAloneStoryTokenTakenUp | NotAloneStoryTokensSwapped;

export type NotAloneStoryAssimilationMoved = { "kind": "assimilation-moved"; "data": NotAloneDistance };

export type NotAloneStoryCaught = { "kind": "caught"; "data": NotAloneCaught };

export type NotAloneStoryCommitted = { "kind": "committed"; "data": NotAloneCounted };

export type NotAloneStoryCreatureWon = { "kind": "creature-won"; "data": NotAloneSomebody };

export type NotAloneStoryDidNothing = { "kind": "did-nothing"; "data": NotAloneSomebody };

export type NotAloneStoryDiscarded = { "kind": "discarded"; "data": NotAloneCards };

export type NotAloneStoryDiscardedSurvival = { "kind": "discarded-survival"; "data": NotAloneCards };

export type NotAloneStoryDiscardedUnseen = { "kind": "discarded-unseen"; "data": NotAloneCounted };

export type NotAloneStoryDoublePlay = { "kind": "double-play"; "data": NotAloneOnePlace };

export type NotAloneStoryDrewHunt = { "kind": "drew-hunt"; "data": NotAloneHuntCount };

export type NotAloneStoryDrewPlaces = { "kind": "drew-places"; "data": NotAlonePlaces };

export type NotAloneStoryDrewSurvival = { "kind": "drew-survival"; "data": NotAloneCounted };

export type NotAloneStoryExhausted = { "kind": "exhausted"; "data": NotAloneSomebody };

export type NotAloneStoryExplored = { "kind": "explored"; "data": NotAloneCards };

export type NotAloneStoryExposedHand = { "kind": "exposed-hand"; "data": NotAloneCounted };

export type NotAloneStoryExposedPlaces = { "kind": "exposed-places"; "data": NotAloneCards };

export type NotAloneStoryFlashbackCopied = { "kind": "flashback-copied"; "data": NotAloneOneCard };

export type NotAloneStoryGaveUp = { "kind": "gave-up"; "data": NotAloneSomebody };

export type NotAloneStoryHuntDone = { "kind": "hunt-done"; "data": NotAloneSomebody };

export type NotAloneStoryHuntPlayed = { "kind": "hunt-played"; "data": NotAloneOneCard };

export type NotAloneStoryHuntReshuffled = { "kind": "hunt-reshuffled"; "data": NotAloneTold };

export type NotAloneStoryHuntedMoved = { "kind": "hunted-moved"; "data": NotAloneInSlot };

export type NotAloneStoryHuntedWon = { "kind": "hunted-won"; "data": NotAloneTogether };

export type NotAloneStoryIgnoresToken = { "kind": "ignores-token"; "data": NotAloneIgnored };

export type NotAloneStoryInertiaStruck = { "kind": "inertia-struck"; "data": NotAloneTold };

export type NotAloneStoryLaidOut = { "kind": "laid-out"; "data": NotAlonePlaces };

export type NotAloneStoryMarkerOff = { "kind": "marker-off"; "data": NotAloneSomebody };

export type NotAloneStoryMarkerOn = { "kind": "marker-on"; "data": NotAloneSomebody };

export type NotAloneStoryNamed = { "kind": "named"; "data": NotAloneOneCard };

export type NotAloneStoryPhaseBegan = { "kind": "phase-began"; "data": NotAlonePhaseBegan };

export type NotAloneStoryPlaceDropped = { "kind": "place-dropped"; "data": NotAloneOnePlace };

export type NotAloneStoryPlaceLaid = { "kind": "place-laid"; "data": NotAlonePlaceInSlot };

export type NotAloneStoryPlaceSunk = { "kind": "place-sunk"; "data": NotAloneOnePlace };

export type NotAloneStoryPlayedFromPile = { "kind": "played-from-pile"; "data": NotAloneCards };

export type NotAloneStoryPlayedFromPileUnseen = { "kind": "played-from-pile-unseen"; "data": NotAloneCounted };

export type NotAloneStoryPoleReturned = { "kind": "pole-returned"; "data": NotAloneSomebody };

export type NotAloneStoryPowerUnusable = { "kind": "power-unusable"; "data": NotAloneInSlot };

export type NotAloneStoryRescueMoved = { "kind": "rescue-moved"; "data": NotAloneDistance };

export type NotAloneStoryResisted = { "kind": "resisted"; "data": NotAlonePaid };

export type NotAloneStoryReturned = { "kind": "returned"; "data": NotAloneOneCard };

export type NotAloneStoryReturnedUnseen = { "kind": "returned-unseen"; "data": NotAloneSomebody };

export type NotAloneStoryRiverReturned = { "kind": "river-returned"; "data": NotAloneSomebody };

export type NotAloneStorySawHunt = { "kind": "saw-hunt"; "data": NotAloneHuntCards };

export type NotAloneStorySawSurvival = { "kind": "saw-survival"; "data": NotAloneCards };

export type NotAloneStoryScanned = { "kind": "scanned"; "data": NotAloneHuntCard };

export type NotAloneStoryShieldArrived = { "kind": "shield-arrived"; "data": NotAloneInSlot };

export type NotAloneStoryShieldMoved = { "kind": "shield-moved"; "data": NotAloneInSlot };

export type NotAloneStorySideChosen = { "kind": "side-chosen"; "data": NotAloneSide };

export type NotAloneStorySlotRevealed = { "kind": "slot-revealed"; "data": NotAlonePlaceInSlot };

export type NotAloneStorySlotRuined = { "kind": "slot-ruined"; "data": NotAloneOneSlot };

export type NotAloneStorySmokeCleared = { "kind": "smoke-cleared"; "data": NotAloneTold };

export type NotAloneStoryStormed = { "kind": "stormed"; "data": NotAloneSlots };

export type NotAloneStoryStruckBack = { "kind": "struck-back"; "data": NotAloneCards };

export type NotAloneStorySurvivalPlayed = { "kind": "survival-played"; "data": NotAloneOneCard };

export type NotAloneStorySurvivalReshuffled = { "kind": "survival-reshuffled"; "data": NotAloneTold };

export type NotAloneStorySwappedUnseen = { "kind": "swapped-unseen"; "data": NotAloneSomebody };

export type NotAloneStoryTargeted = { "kind": "targeted"; "data": NotAloneSomebody };

export type NotAloneStoryTelepathyNo = { "kind": "telepathy-no"; "data": NotAlonePlaces };

export type NotAloneStoryTelepathyYes = { "kind": "telepathy-yes"; "data": NotAlonePlaces };

export type NotAloneStoryTeleported = { "kind": "teleported"; "data": NotAloneTeleported };

export type NotAloneStoryTokenMoved = { "kind": "token-moved"; "data": NotAloneTokenOn };

export type NotAloneStoryTokenPlaced = { "kind": "token-placed"; "data": NotAloneTokenOn };

export type NotAloneStoryTokenTakenUp = { "kind": "token-taken-up"; "data": NotAloneOneToken };

export type NotAloneStoryTokensSwapped = { "kind": "tokens-swapped"; "data": NotAloneTokens };

export type NotAloneStoryTookBack = { "kind": "took-back"; "data": NotAloneCards };

export type NotAloneStoryTookBackUnseen = { "kind": "took-back-unseen"; "data": NotAloneCounted };

export type NotAloneStoryTookReserve = { "kind": "took-reserve"; "data": NotAloneOneCard };

export type NotAloneStoryTurnBegan = { "kind": "turn-began"; "data": NotAloneNumber };

export type NotAloneStoryUsedPower = { "kind": "used-power"; "data": NotAloneOnePlace };

export type NotAloneStoryWasScanned = { "kind": "was-scanned"; "data": NotAloneHuntCard };

export type NotAloneStoryWillLost = { "kind": "will-lost"; "data": NotAloneWill };

export type NotAloneStoryWillOffTrack = { "kind": "will-off-track"; "data": NotAloneSpaces };

export type NotAloneStoryWillRecovered = { "kind": "will-recovered"; "data": NotAloneWill };

export type NotAloneStoryWillSeeded = { "kind": "will-seeded"; "data": NotAloneSpaces };

export type NotAloneTeleported = { "seat": number; "card": string; "slot": number };

export type NotAloneTogether = { "seats": (number)[] };

export type NotAloneTokenOn = { "token": "artemia" | "creature" | "target"; "slots": (number)[] };

export type NotAloneTokens = { "tokens": ("artemia" | "creature" | "target")[] };

export type NotAloneTold = { [key: string]: any };

export type NotAloneView = { "turn": number; "phase": "end" | "exploration" | "hunting" | "over" | "reckoning" | "setup"; "stage": "" | "artemia" | "creature" | "done" | "free" | "target"; "creature": number; "side": number; "winner": "" | "creature" | "hunted"; "rescue": number; "assimilation": number; "will_reserve": number; "track_will": (number)[]; "marker": string; "shield": number; "planet": (string | null)[]; "reserve": { [key: string]: number }; "tokens": { [key: string]: (number)[] }; "tokens_left": ("artemia" | "creature" | "target")[]; "ruined": (number)[]; "inert": boolean; "used": (string)[]; "presences": (NotAloneWhere)[]; "hunted": (NotAlonePrey)[]; "hunt_hand": number; "hunt_known": (string)[]; "hunt_deck": number; "hunt_bottom": (string)[]; "hunt_discard": (string)[]; "hunt_played": (string)[]; "in_force": (string)[]; "hunt_plays_left": number; "anticipated": number | null; "smokescreen": boolean; "despondent": boolean; "survival_deck": number; "survival_discard": (string)[]; "place_pile": number; "pile_bottom": (string)[]; "place_discard": (string)[]; "drawn_places": (string)[]; "expert_will": boolean; "labyrinth_variant": boolean; "me": NotAloneMine | null };

export type NotAloneWhere = { "seat": number; "card": string; "slot": number; "resolved": boolean };

export type NotAloneWill = { "seat": number; "will": number; "left": number };

export type Notes = { "lines": (Line)[]; "decision": string };

export type Notice = { "code": "draining"; "title": string; "detail": string; "since": string };

export type Opponent = { "kind": string; "id": string; "name": string | null; "game": string; "games": number; "ahead": number; "behind": number; "together": number };

export type Passes = { "kinds": (string)[]; "until"?: "revoked" | "my-turn" };

export type Picks = { "picks": (string)[] };

export type PlayedGame = { "id": string; "game": string; "rules_version": number; "status": "finished" | "aborted"; "reason": string; "visibility": string; "practice": boolean; "imported": boolean; "options": { [key: string]: any }; "clock": string; "started_at": string | null; "finished_at": string | null; "length": number; "best_score": number | null; "seats": (PlayedSeat)[]; "links": PlayedLinks };

export type PlayedLinks = { "table": string; "replay": string };

export type PlayedSeat = { "seat": number; "kind": string; "player": SeatedPlayer | null; "level": string | null; "agent": SeatedAgent | null; "agent_version": string | null; "model": string | null; "role": string; "score": number | null; "place": number | null; "won": boolean; "forfeited": boolean; "consent"?: boolean | null };

export type Player = { "id": string; "name": string; "created_at": string };

export type PlayersRange = { "least": number; "most": number };

export type Problem = { "type": string; "title": string; "status": number; "detail": string; "instance": string; "code": string; "params": { [key: string]: any }; "errors": (FieldError)[]; "retryable": boolean; "request_id": string; "decisions"?: (Decision)[] };

export type ProblemKind = { "code": string; "status": number; "title": string; "detail": string; "retryable": boolean };

export type ProblemKinds = { "items": (ProblemKind)[] };

export type Profile = { "games": number; "wins": number; "win_rate": number | null; "average_place": number | null; "average_score": number | null; "best_score": number | null; "forfeits": number; "seconds_per_decision": number | null; "kind": string; "id": string; "name": string | null; "private": boolean; "results": (Results)[]; "opponents": (Opponent)[]; "streaks": Streaks };

export type Publish = { "named"?: boolean };

export type Rating = { "mu": number; "sigma": number; "low": number; "high": number; "ordinal": number; "games": number; "game": string; "entrant": string; "kind": "bot" | "agent"; "level": string | null; "thoughts": number | null; "rules_version": number | null; "agent": string | null; "role": string };

export type Ratings = { "items": (Rating)[]; "arenas": number };

export type Reason = { "reason"?: string };

export type Recovery = { "code": string };

export type Refusal = { "code": string; "reason": string; "params": { [key: string]: any }; "detail": string };

export type Registered = { "player": Player; "token": string; "recovery_code": string };

export type RegisteredAgent = { "id": string; "name": string; "owner": string; "transport": "webhook" | "poll"; "games": (string)[]; "budget_s": number; "fallback": string; "public": boolean; "most_tables": number; "language": string; "version": string; "model": string; "page": boolean; "talk": boolean; "created_at": string; "mine": boolean; "url": string | null; "failures": number | null; "suspended_until": string | null; "old_secret_until": string | null; "secret": string };

export type Remains = { "what": string; "why": string };

export type Replay = { "format": string; "game": string; "rules_version": number; "options": { [key: string]: any }; "seats": (ReplaySeat)[]; "seed": string; "commitment": string; "status": "aborted" | "finished"; "answers": (ReplayAnswer)[]; "forfeits"?: (number)[]; "talk"?: (ReplayTalk)[]; "result": { [key: string]: any } | null; "started_at"?: string | null; "finished_at"?: string | null; "digest": string };

export type ReplayAnswer = { "decision": string; "seat": number; "kind": string; "picks": (string)[]; "digest": string; "at"?: string | null; "by"?: "bot" | "clock" | "fallback" | "seat" | "standing" };

export type ReplaySeat = { "kind": "agent" | "bot" | "player"; "name"?: string | null; "level"?: string | null };

export type ReplayTalk = { "at": string; "id": string; "seat": number; "name": string | null; "room": string; "text": string; "refused"?: string | null };

export type Report = { "id": string; "at": string; "table": string; "reporter": string | null; "reason": string; "seats": (Seat)[]; "talk": ({ [key: string]: any })[]; "closed_at": string | null; "note": string };

export type Reports = { "items": (Report)[]; "next": string | null };

export type Result = { "winners": (number)[]; "places": (number)[]; "scores": (number)[]; "reason": string; "forfeits": (number)[] };

export type Results = { "games": number; "wins": number; "win_rate": number | null; "average_place": number | null; "average_score": number | null; "best_score": number | null; "forfeits": number; "seconds_per_decision": number | null; "game": string; "seats": number; "role": string };

export type Room = { "name": string; "may_speak": boolean; "hear": (number)[]; "public": boolean };

export type Rotate = { "grace_s"?: number };

export type Sand = { "kind": string; "ends_at": string | null };

export type Say = { "room"?: string; "text": string };

export type Seat = { "seat": number; "kind": "player" | "open" | "invite" | "bot" | "agent"; "name": string | null; "player": SeatedPlayer | null; "level": string | null; "agent": SeatedAgent | null };

export type SeatedAgent = { "id": string; "name": string };

export type SeatedPlayer = { "id": string; "name": string };

export type Secret = { "secret": string; "old_secret_until": string };

export type Share = { "mean": number; "low": number; "high": number; "games": number };

export type Standing = { "entrant": string; "games": number; "points": Share | null; "wins": Share; "score": number | null; "decisions": number; "ms": number | null; "failures": { [key: string]: number }; "note": string };

export type Status = { "draining": { [key: string]: any } | null; "clocks_paused": string | null; "queues": { [key: string]: any }; "timers": { [key: string]: any }; "processes": { [key: string]: any }; "quotas": { [key: string]: any } };

export type Step = { "step": number; "of": number; "answer": { [key: string]: any } | null; "events": (Event)[]; "view": FarawayView | GoldenCompassView | MountainsOfMadnessView | NewLandsView | NotAloneView | null; "decisions": (Decision)[]; "waiting": (number)[] };

export type Steps = { "items": (Step)[] };

export type Streaks = { "games": number; "current": number; "longest_won": number; "longest_lost": number };

export type Table = { "id": string; "game": string; "rules_version": number; "status": "open" | "running" | "finished" | "aborted"; "visibility": "public" | "unlisted" | "private"; "options": { [key: string]: any }; "owner": string; "created_at": string; "started_at": string | null; "finished_at": string | null; "seats": (Seat)[]; "clock": Clock; "start": string; "practice": boolean; "paused": boolean; "waiting": (number)[]; "votes": Votes; "commitment": string | null; "seed": string | null; "result": Result | null; "rematch": string | null; "my_seat": number | null; "links": Links; "invite_code": string | null; "watch_code": string | null };

export type Tables = { "items": (Table)[]; "next": string | null; "notice": Notice | null };

export type TakeSeat = { "code"?: string | null };

export type Talk = { "rooms": (Room)[]; "policy": { [key: string]: any } | null; "max_length": number };

export type Ticket = { "ticket": string; "expires_at": string };

export type Time = { "now": string; "epoch_ms": number };

export type Token = { "id": string; "label": string; "scopes": (string)[]; "created_at": string; "expires_at": string | null };

export type Tokens = { "items": (Token)[] };

export type Transcript = { "seat": number; "items": (Notes)[] };

export type Update = { "table": string; "game": string; "status": "open" | "running" | "finished" | "aborted"; "seq": number; "seat": number | null; "view": FarawayView | GoldenCompassView | MountainsOfMadnessView | NewLandsView | NotAloneView | null; "decisions": (Decision)[]; "waiting": (number)[]; "clocks": (ClockFace)[]; "sand": (Sand)[]; "paused": boolean; "result": Result | null; "now": string; "events"?: (Event)[] };

export type Vote = { "kind": "pause" | "resume" | "abort" | "extend"; "agree"?: boolean };

export type Votes = { "pause": (number)[]; "resume": (number)[]; "abort": (number)[]; "extend": (number)[] };

export type Webhook = { "agent": string; "table": string; "game": string; "seat": number; "budget": Budget; "type": "decision" | "talk"; "decision": Decision | null; "page"?: string; "events": (Event)[]; "view": FarawayView | GoldenCompassView | MountainsOfMadnessView | NewLandsView | NotAloneView | null; "attempt": number; "refusal": Refusal | null };

export type WebhookReply = { "picks": (string)[] | null; "decision"?: string; "say"?: ({ [key: string]: any })[] };

export type Words = { "name": string; "about": string; "decisions": { [key: string]: any }; "story": { [key: string]: any }; "ids": { [key: string]: any }; "names": { [key: string]: any }; "levels": { [key: string]: any }; "titles": { [key: string]: any }; "cards": { [key: string]: any }; "page": { [key: string]: any }; "terms": { [key: string]: any }; "options": { [key: string]: any }; "refusals": { [key: string]: any }; "language": string };

export type Work = { "lease": string; "expires_at": string; "agent": string; "table": string; "game": string; "seat": number; "budget": Budget; "type": "decision" | "talk"; "decision": Decision | null; "page"?: string; "events": (Event)[]; "view": FarawayView | GoldenCompassView | MountainsOfMadnessView | NewLandsView | NotAloneView | null };

export type WorkAnswer = { "table": string; "decision": string; "status": string };

export type WorkPicks = { "picks"?: (string)[] | null; "say"?: (AgentMessage)[] };

export type Works = { "items": (Work)[] };
