// What the boards are given and share. For the checker and editors: nothing here runs.
declare namespace games {
  interface Look { color: string; shape: string; initial: string }
  type Move = { choice?: { option: number; number: number }; command?: turnledger.Command };
  interface Refused { says: string; reason: string }

  /** What is printed for a game: games/edition.js. `data` is the game's own message of GameData; `file`, `base`: Power Grid's editions. */
  interface Edition { data: turnledger.PowerGridData & turnledger.CardGameData & turnledger.Colony61Data; words: Map<string, Record<string, string>>; word: (code: string) => string; file: MapFile; base: MapFile }

  /** A game as its viewer sees it: that of game.js, or a past version of it without options. */
  interface Game {
    id: string;
    table: turnledger.Table;
    snapshot: turnledger.Snapshot;
    /** The events that are known, the last at its end. */
    log$?: Signal<turnledger.GameEvent[]>;
    edition: Edition;
    seat: number | null;
    busy?: { value: boolean };
    t: (english: string, figures?: object) => string;
    name: (seat: number) => string;
    look: (seat: number) => Look;
    say: (text: string) => void;
    submit: (move: Move) => Promise<unknown>;
    preview: (move: Move | turnledger.Command) => Promise<{ says: string[]; refusal: Refused | null }>;
    whyNot: (move: Move | turnledger.Command) => Promise<unknown>;
  }

  /** A family of commands that the seat may give. `about`: its own message; `option`: its place among all. */
  /** What the options of each game tell: the fields that an option's kind has are there. */
  type PowerGridAbout = turnledger.PowerGridOption.NominateOption & turnledger.PowerGridOption.PlaceBidOption & turnledger.PowerGridOption.PassBidOption & turnledger.PowerGridOption.ScrapPlantOption & turnledger.PowerGridOption.BuyResourcesOption & turnledger.PowerGridOption.ConnectCityOption & turnledger.PowerGridOption.RunPlantsOption & turnledger.PowerGridOption.SellUraniumOption;
  type CardGameAbout = turnledger.CardGameOption.Nominations & turnledger.CardGameOption.Bids & turnledger.CardGameOption.BidPass & turnledger.CardGameOption.Demolition & turnledger.CardGameOption.ResourcePurchase & turnledger.CardGameOption.Production;
  type Colony61About = turnledger.Colony61Option.AcceptDefault & turnledger.Colony61Option.StartOption & turnledger.Colony61Option.LayOption & turnledger.Colony61Option.DecideOption & turnledger.Colony61Option.IncomeOption & turnledger.Colony61Option.SwapOption & turnledger.Colony61Option.KeepOption & turnledger.Colony61Option.StandingOption;
  interface Offer<A = any> { kind: string; about: A; first: turnledger.Command; count: number; option: number }

  /** A plant of the card game as it stands on offer. */
  interface OfferedPlant { plant: turnledger.CardGamePlantFace; bidMin: number }

  interface Signal<T> { value: T }
  type Run = { plant: string; fuel: Amounts };
  /** What is put together and not sent yet: games/draft.js. */
  interface Draft {
    question: string; done: number; trial?: Promise<unknown>;
    picked: Signal<any>; shown: Signal<string | null>; amount: Signal<number | null>; basket: Signal<Amounts>; chosen: Signal<any>; tried: Signal<any>;
  }

  type Amounts = Record<string, number>;
  type Ask = (method: string, message: object) => Promise<any>;
  type Press = () => unknown;
  /** A file of an edition of Power Grid, as far as it is drawn: docs/editions.md. */
  interface MapFile {
    networks_max?: number; payments?: number[]; start_cities?: string[]; mines?: number[]; price_cap_by_stage?: (number | null)[];
    blackout?: { houses_per_player: number; penalty_per_city: number };
    fuels?: Record<string, { spaces: [number, number][] }>; resupply?: Record<string, Record<string, number[]>>;
    cities?: { id: string; open_slots?: number[] }[]; open_slots_by_stage?: number[]; flow_generator?: { label: string };
  }
  interface Point { x: number; y: number }
  interface Rect { left: number; right: number; top: number; bottom: number }
  interface City extends turnledger.PowerGridCity, Point {}
  interface Link extends Point { a: City; b: City; price: number }
  interface Region { id: string; cities: City[]; links: Link[] }
  interface Box { left: number; top: number; width: number; height: number }
  interface Label extends Point, Rect { text: string; anchor: string }
  /** A map as it is drawn: games/power_grid/geometry.js. */
  interface Drawn { cities: City[]; at: Map<string, City>; links: Link[]; radius: number; font: number; box: Box; labels: Label[]; regions: Region[] }
  type Sites = Map<string, Offer<PowerGridAbout>[]>;
}
