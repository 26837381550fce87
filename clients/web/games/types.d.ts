// Types of the boards' data. For the type checker and editors: nothing here runs.
declare namespace games {
  interface Look {
    color: string;
    shape: string;
    initial: string;
  }
  type Move = { choice?: { option: number; number: number }; command?: turnledger.Command };
  interface Refused {
    says: string;
    reason: string;
  }

  /**
   * Printed data of a game: games/edition.js. `data` is the game's own message of GameData; `file`, `base`: Power
   * Grid's editions.
   */
  interface Edition {
    data: turnledger.PowerGridData & turnledger.CardGameData & turnledger.Colony61Data;
    words: Map<string, Record<string, string>>;
    word: (code: string) => string;
    reconstructed: Map<string, (figure: string) => boolean>;
    file: MapFile;
    base: MapFile;
  }

  /** A game as its viewer sees it: that of game.js, or a past version of it without options. */
  interface Game {
    id: string;
    table: turnledger.Table;
    snapshot: turnledger.Snapshot;
    /** The events that are known, the last at its end. */
    log$?: Signal<turnledger.GameEvent[]>;
    edition: Edition;
    seat: number | null;
    /** The plan of the round, while it is open. */
    sketch$?: Signal<Sketching | null>;
    /** Moves that this page has made here. */
    moves?: number;
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
  /** Fields of each game's options: an option has the fields of its kind. */
  type PowerGridAbout = turnledger.PowerGridOption.NominateOption &
    turnledger.PowerGridOption.PlaceBidOption &
    turnledger.PowerGridOption.PassBidOption &
    turnledger.PowerGridOption.ScrapPlantOption &
    turnledger.PowerGridOption.BuyResourcesOption &
    turnledger.PowerGridOption.ConnectCityOption &
    turnledger.PowerGridOption.RunPlantsOption &
    turnledger.PowerGridOption.SellUraniumOption &
    turnledger.PowerGridOption.ChooseRegionOption &
    turnledger.PowerGridOption.BarCityOption &
    turnledger.PowerGridOption.NameCityOption;
  type CardGameAbout = turnledger.CardGameOption.Nominations &
    turnledger.CardGameOption.Bids &
    turnledger.CardGameOption.BidPass &
    turnledger.CardGameOption.Demolition &
    turnledger.CardGameOption.ResourcePurchase &
    turnledger.CardGameOption.Production;
  type Colony61About = turnledger.Colony61Option.AcceptDefault &
    turnledger.Colony61Option.StartOption &
    turnledger.Colony61Option.LayOption &
    turnledger.Colony61Option.DecideOption &
    turnledger.Colony61Option.IncomeOption &
    turnledger.Colony61Option.SwapOption &
    turnledger.Colony61Option.KeepOption &
    turnledger.Colony61Option.StandingOption;
  interface Offer<A = any> {
    kind: string;
    about: A;
    first: turnledger.Command;
    count: number;
    option: number;
  }

  /** A plant of the card game on offer. */
  interface OfferedPlant {
    plant: turnledger.CardGamePlantFace;
    bidMin: number;
  }

  /** A part of a board in words; the first of a row names it. */
  interface Table {
    title: string;
    head: string[];
    rows: (string | number)[][];
  }

  interface Signal<T> {
    value: T;
  }
  type Run = { plant: string; fuel: Amounts };
  /** The draft of a move that is not sent yet: games/draft.js. */
  interface Draft {
    question: string;
    moment: string;
    done: number;
    trial?: Promise<unknown>;
    picked: Signal<any>;
    shown: Signal<string | null>;
    amount: Signal<number | null>;
    basket: Signal<Amounts>;
    chosen: Signal<any>;
    tried: Signal<any>;
  }

  type Amounts = Record<string, number>;
  type Ask = (method: string, message: object) => Promise<any>;
  type Press = () => unknown;
  /** A file of an edition of Power Grid, as far as it is drawn: docs/editions.md. */
  interface MapFile {
    by_players?: Record<string, Record<string, number>>;
    flat_connection_cost?: number | null;
    garbage_extra?: number;
    networks_max?: number;
    payments?: number[];
    start_cities?: string[];
    mines?: number[];
    price_cap_by_stage?: (number | null)[];
    blackout?: { houses_per_player: number; penalty_per_city: number };
    fuels?: Record<string, { spaces: [number, number][] }>;
    resupply?: Record<string, Record<string, number[]>>;
    cities?: { id: string; open_slots?: number[] }[];
    open_slots_by_stage?: number[];
    flow_generator?: { label: string };
  }
  interface Point {
    x: number;
    y: number;
  }
  interface Rect {
    left: number;
    right: number;
    top: number;
    bottom: number;
  }
  interface City extends turnledger.PowerGridCity, Point {}
  interface Link extends Point {
    a: City;
    b: City;
    price: number;
    beside: boolean;
  }
  interface Region {
    id: string;
    cities: City[];
    links: Link[];
  }
  interface Box {
    left: number;
    top: number;
    width: number;
    height: number;
  }
  interface Label extends Point, Rect {
    text: string;
    hidden: boolean;
    from?: City;
    of: string[];
  }
  /** Sizes in units of the map, for the scale in pixels a unit. */
  interface Size {
    font: number;
    disc: number;
    price: number;
    slot: number;
    scale: number;
  }
  interface Frame {
    cities: City[];
    radius: number;
    box: Box;
  }
  /** A map as it is drawn: games/power_grid/geometry.js. */
  interface Drawn extends Frame {
    at: Map<string, City>;
    links: Link[];
    size: Size;
    labels: Label[];
    regions: Region[];
  }
  type Sites = Map<string, Offer<PowerGridAbout>[]>;

  /**
   * The round that a player sketches: games/sketch.js. `had`: the fuel at that time; `top`: the price of the dearest
   * token. `more`: what a token or a city may cost more.
   */
  interface Wishes {
    round: number;
    plant: { id: string; most: number } | null;
    fuel: Record<string, { n: number; had: number; top: number; at: number }>;
    cities: { city: string; mode: string; at: number }[];
    cards: { card: string; fuel: string; units: number; at: number }[];
    more: number;
    ends: boolean;
  }
  /** A step of a plan at the prices of now. `trouble`: why it no longer fits; `left`: the money after it. */
  interface Step {
    id: string;
    phase: string;
    says: string;
    price: number;
    state: "open" | "done" | "over";
    trouble: string;
    left: number;
    n?: number;
  }
  interface Reading {
    steps: Step[];
    left: number;
    sites: Sites;
    planned: string[];
    /** Where cities are built: the property after the plan. */
    after?: { plants: string[]; fuel: Amounts; cities: number };
    /** Where cards are bought: those that could be added, with the units that fit; what the plants would earn. */
    cards?: (Wishes["cards"][number] & { fits: number })[];
    earns?: number;
  }
  type NextStep = { command?: turnledger.Command; why?: string };
  interface Sketching {
    game: Game;
    readonly wishes: Wishes;
    reading: () => Reading;
    change: (changed: Partial<Wishes>) => void;
    touchCity: (city: string) => void;
    touchCard: (card: string) => void;
    touchPlant: (plant: string) => void;
  }
  /** How a game is sketched: the `sketch.js` in its folder. */
  interface SketchModel {
    phases: string[];
    roundOf: (game: Game) => number;
    read: (game: Game, wishes: Wishes) => Reading;
    renewed: (game: Game, wishes: Wishes) => Partial<Wishes>;
    touchCity?: (sketch: Sketching, city: string) => void;
    touchCard?: (sketch: Sketching, card: string) => void;
    touchPlant: (sketch: Sketching, plant: string) => void;
    leaveOut: (sketch: Sketching, id: string) => void;
    next: (game: Game, wishes: Wishes, reading: Reading) => NextStep | null;
    orders: (wishes: Wishes, reading: Reading, phase: string) => object[];
    Inputs: (props: { sketch: Sketching; key?: any }) => any;
    hint: (game: Game) => string;
    /** The label of the limit by which a step may become dearer, where prices rise. */
    dearer?: (game: Game) => string;
  }
}
