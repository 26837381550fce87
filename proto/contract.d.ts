// Written by proto/contract_types.py (`make proto`): do not edit.
declare namespace turnledger {
  interface Account {
    accountId: string;
    displayName: string;
    guest: boolean;
    createTime?: string;
    operator: boolean;
    hasPassword: boolean;
    linked: boolean;
    hasPasskey: boolean;
    program: boolean;
    grants: turnledger.Grant[];
  }
  interface Tokens {
    accessToken: string;
    accessExpireTime?: string;
    refreshToken: string;
    refreshExpireTime?: string;
  }
  interface SignInAsGuestRequest {
    displayName: string;
    deviceName: string;
  }
  interface SignInAsGuestResponse {
    account?: turnledger.Account;
    tokens?: turnledger.Tokens;
  }
  interface RefreshTokensRequest {
    refreshToken: string;
  }
  interface RefreshTokensResponse {
    tokens?: turnledger.Tokens;
  }
  interface RevokeTokensRequest {
    requestId: string;
  }
  interface RevokeTokensResponse {
    tokens?: turnledger.Tokens;
  }
  interface GetMeRequest {
  }
  interface GetMeResponse {
    account?: turnledger.Account;
  }
  interface UpdateMeRequest {
    account?: turnledger.Account;
    updateMask?: string;
  }
  interface UpdateMeResponse {
    account?: turnledger.Account;
  }
  interface SignInRequest {
    displayName: string;
    password: string;
    deviceName: string;
  }
  interface SignInResponse {
    account?: turnledger.Account;
    tokens?: turnledger.Tokens;
  }
  interface UpgradeMeRequest {
    displayName: string;
    password: string;
  }
  interface UpgradeMeResponse {
    account?: turnledger.Account;
  }
  interface Issuer {
    issuer: string;
    displayName: string;
    clientId: string;
    authorizationEndpoint: string;
  }
  interface IssuerCode {
    authorizationCode: string;
    codeVerifier: string;
    redirectUrl: string;
    nonce: string;
  }
  interface OwnerProof {
    passkeyJson?: string;
    issuerCode?: turnledger.IssuerCode;
  }
  interface GetIssuerRequest {
  }
  interface GetIssuerResponse {
    issuer?: turnledger.Issuer;
  }
  interface SignInWithIssuerRequest {
    code?: turnledger.IssuerCode;
    deviceName: string;
  }
  interface SignInWithIssuerResponse {
    account?: turnledger.Account;
    tokens?: turnledger.Tokens;
  }
  interface LinkIssuerRequest {
    code?: turnledger.IssuerCode;
    password: string;
    ownerProof?: turnledger.OwnerProof;
  }
  interface LinkIssuerResponse {
    account?: turnledger.Account;
  }
  interface ChangePasswordRequest {
    currentPassword: string;
    password: string;
    requestId: string;
  }
  interface ChangePasswordResponse {
    tokens?: turnledger.Tokens;
  }
  interface MakeRecoveryCodesRequest {
    password: string;
    ownerProof?: turnledger.OwnerProof;
  }
  interface MakeRecoveryCodesResponse {
    codes: string[];
  }
  interface RequestRecoveryRequest {
    mail: string;
  }
  interface RequestRecoveryResponse {
  }
  interface RecoverRequest {
    token?: string;
    code?: turnledger.RecoveryCode;
    password: string;
    deviceName: string;
  }
  interface RecoveryCode {
    displayName: string;
    code: string;
  }
  interface RecoverResponse {
    account?: turnledger.Account;
    tokens?: turnledger.Tokens;
  }
  interface BeginPasskeyRequest {
  }
  interface BeginPasskeyResponse {
    optionsJson: string;
  }
  interface AddPasskeyRequest {
    credentialJson: string;
    passkeyName: string;
    password: string;
    ownerProof?: turnledger.OwnerProof;
  }
  interface Passkey {
    passkeyId: string;
    passkeyName: string;
    createTime?: string;
    useTime?: string;
  }
  interface AddPasskeyResponse {
    account?: turnledger.Account;
    passkeys: turnledger.Passkey[];
  }
  interface ListPasskeysRequest {
  }
  interface ListPasskeysResponse {
    passkeys: turnledger.Passkey[];
  }
  interface RemovePasskeyRequest {
    passkeyId: string;
  }
  interface RemovePasskeyResponse {
    passkeys: turnledger.Passkey[];
  }
  interface BeginPasskeySignInRequest {
  }
  interface BeginPasskeySignInResponse {
    optionsJson: string;
  }
  interface SignInWithPasskeyRequest {
    credentialJson: string;
    deviceName: string;
  }
  interface SignInWithPasskeyResponse {
    account?: turnledger.Account;
    tokens?: turnledger.Tokens;
  }
  interface ExportMeRequest {
  }
  interface ExportMeResponse {
    content: string;
  }
  interface ListDevicesRequest {
  }
  interface ListDevicesResponse {
    devices: turnledger.Device[];
  }
  interface Device {
    deviceId: string;
    deviceName: string;
    seenTime?: string;
  }
  interface SignOutDeviceRequest {
    deviceId: string;
  }
  interface SignOutDeviceResponse {
  }
  interface DeleteMeRequest {
    displayName: string;
    password: string;
    ownerProof?: turnledger.OwnerProof;
  }
  interface DeleteMeResponse {
  }
  interface AddDeviceKeyRequest {
    publicKey: string;
    deviceName: string;
    proof: string;
    password: string;
    ownerProof?: turnledger.OwnerProof;
  }
  interface DeviceKey {
    publicKey: string;
    deviceName: string;
    createTime?: string;
  }
  interface AddDeviceKeyResponse {
    deviceKeys: turnledger.DeviceKey[];
  }
  interface ListDeviceKeysRequest {
  }
  interface ListDeviceKeysResponse {
    deviceKeys: turnledger.DeviceKey[];
  }
  interface RemoveDeviceKeyRequest {
    publicKey: string;
  }
  interface RemoveDeviceKeyResponse {
  }
  interface CreatePersonalTokenRequest {
    tokenName: string;
    scopes: turnledger.Scope[];
    lifetime?: string;
    password: string;
    ownerProof?: turnledger.OwnerProof;
  }
  interface PersonalToken {
    tokenId: string;
    tokenName: string;
    scopes: turnledger.Scope[];
    createTime?: string;
    expireTime?: string;
    useTime?: string;
  }
  interface CreatePersonalTokenResponse {
    token: string;
    personalToken?: turnledger.PersonalToken;
  }
  interface ListPersonalTokensRequest {
  }
  interface ListPersonalTokensResponse {
    personalTokens: turnledger.PersonalToken[];
  }
  interface RevokePersonalTokenRequest {
    tokenId: string;
  }
  interface RevokePersonalTokenResponse {
  }
  interface BeginAppSignInRequest {
    authorizationQuery: string;
  }
  interface BeginAppSignInResponse {
    clientId: string;
    clientName: string;
    redirectHost: string;
    scopes: turnledger.Scope[];
  }
  interface AnswerAppSignInRequest {
    authorizationQuery: string;
    approve: boolean;
  }
  interface AnswerAppSignInResponse {
    redirectUrl: string;
  }
  interface App {
    appId: string;
    clientId: string;
    clientName: string;
    scopes: turnledger.Scope[];
    createTime?: string;
    useTime?: string;
  }
  interface ListAppsRequest {
  }
  interface ListAppsResponse {
    apps: turnledger.App[];
  }
  interface RevokeAppRequest {
    appId: string;
  }
  interface RevokeAppResponse {
  }
  interface CardGameCommand {
    nominatePlant?: turnledger.CardGameCommand.NominatePlant;
    passNomination?: turnledger.CardGameCommand.PassNomination;
    placeBid?: turnledger.CardGameCommand.PlaceBid;
    passBid?: turnledger.CardGameCommand.PassBid;
    scrapPlant?: turnledger.CardGameCommand.ScrapPlant;
    buyResourceCard?: turnledger.CardGameCommand.BuyResourceCard;
    finishBuying?: turnledger.CardGameCommand.FinishBuying;
    runPlants?: turnledger.CardGameCommand.RunPlants;
  }
  namespace CardGameCommand {
    interface NominatePlant {
      card: string;
      bid: number;
    }
    interface PassNomination {
    }
    interface PlaceBid {
      amount: number;
    }
    interface PassBid {
    }
    interface ScrapPlant {
      card: string;
      discarded?: turnledger.Amounts;
      cards?: turnledger.Amounts;
    }
    interface BuyResourceCard {
      card: string;
    }
    interface FinishBuying {
    }
    interface RunPlants {
      runs: turnledger.CardGameRun[];
      cards?: turnledger.Amounts;
    }
  }
  interface CardGameOption {
    nominations?: turnledger.CardGameOption.Nominations;
    nominationPass?: turnledger.CardGameOption.NominationPass;
    bids?: turnledger.CardGameOption.Bids;
    bidPass?: turnledger.CardGameOption.BidPass;
    demolition?: turnledger.CardGameOption.Demolition;
    resourcePurchase?: turnledger.CardGameOption.ResourcePurchase;
    buyingEnd?: turnledger.CardGameOption.BuyingEnd;
    production?: turnledger.CardGameOption.Production;
  }
  namespace CardGameOption {
    interface Nominations {
      card: string;
      number: number;
      bidMin: number;
      bidMax: number;
    }
    interface NominationPass {
    }
    interface Bids {
      card: string;
      amountMin: number;
      amountMax: number;
    }
    interface BidPass {
      card: string;
    }
    interface Demolition {
      card: string;
      number: number;
      discards: turnledger.Amounts[];
      stock: turnledger.CardGameFuelCard[];
    }
    interface ResourcePurchase {
      card: string;
      fuel: string;
      column: number;
      price: number;
      units: number;
      unitsKept: number;
    }
    interface BuyingEnd {
    }
    interface Production {
      plans: turnledger.CardGamePlan[];
      stock: turnledger.CardGameFuelCard[];
    }
  }
  interface CardGameOrder {
    bidUpTo?: turnledger.CardGameOrder.BidUpTo;
    passAuctions?: turnledger.CardGameOrder.PassAuctions;
    buyFuel?: turnledger.CardGameOrder.BuyFuel;
    finish?: turnledger.CardGameOrder.Finish;
    runThese?: turnledger.CardGameOrder.RunThese;
    runMost?: turnledger.CardGameOrder.RunMost;
  }
  namespace CardGameOrder {
    interface BidUpTo {
      card: string;
      most: number;
      thenPass: boolean;
    }
    interface PassAuctions {
      card?: string;
    }
    interface BuyFuel {
      fuel: string;
      cards: number;
      priceMost: number;
    }
    interface Finish {
    }
    interface RunThese {
      runs: turnledger.CardGameRun[];
    }
    interface RunMost {
    }
  }
  interface CardGameEvent {
    gameStarted?: turnledger.CardGameEvent.GameStarted;
    roundBegan?: turnledger.CardGameEvent.RoundBegan;
    lastRoundBegan?: turnledger.CardGameEvent.LastRoundBegan;
    phaseBegan?: turnledger.CardGameEvent.PhaseBegan;
    phaseSkipped?: turnledger.CardGameEvent.PhaseSkipped;
    turnOrderDetermined?: turnledger.CardGameEvent.TurnOrderDetermined;
    discountPlaced?: turnledger.CardGameEvent.DiscountPlaced;
    discountRemoved?: turnledger.CardGameEvent.DiscountRemoved;
    plantNominated?: turnledger.CardGameEvent.PlantNominated;
    nominationPassed?: turnledger.CardGameEvent.NominationPassed;
    bidPlaced?: turnledger.CardGameEvent.BidPlaced;
    bidPassed?: turnledger.CardGameEvent.BidPassed;
    plantBought?: turnledger.CardGameEvent.PlantBought;
    plantScrapped?: turnledger.CardGameEvent.PlantScrapped;
    compensationPaid?: turnledger.CardGameEvent.CompensationPaid;
    renovationCardRemoved?: turnledger.CardGameEvent.RenovationCardRemoved;
    plantDrawn?: turnledger.CardGameEvent.PlantDrawn;
    plantRemoved?: turnledger.CardGameEvent.PlantRemoved;
    plantPutUnderDeck?: turnledger.CardGameEvent.PlantPutUnderDeck;
    lastRoundCardDrawn?: turnledger.CardGameEvent.LastRoundCardDrawn;
    lastRoundCardRemoved?: turnledger.CardGameEvent.LastRoundCardRemoved;
    deckShuffled?: turnledger.CardGameEvent.DeckShuffled;
    resourceCardBought?: turnledger.CardGameEvent.ResourceCardBought;
    leftoverCardsPlaced?: turnledger.CardGameEvent.LeftoverCardsPlaced;
    resourceBuyingFinished?: turnledger.CardGameEvent.ResourceBuyingFinished;
    resourceCardsChanged?: turnledger.CardGameEvent.ResourceCardsChanged;
    plantsRun?: turnledger.CardGameEvent.PlantsRun;
    incomePaid?: turnledger.CardGameEvent.IncomePaid;
    resourceMarketShifted?: turnledger.CardGameEvent.ResourceMarketShifted;
    resourceCardsDealt?: turnledger.CardGameEvent.ResourceCardsDealt;
    resourceDeckReshuffled?: turnledger.CardGameEvent.ResourceDeckReshuffled;
    trustPlantTaken?: turnledger.CardGameEvent.TrustPlantTaken;
    trustPlantRemoved?: turnledger.CardGameEvent.TrustPlantRemoved;
    trustResourcesTaken?: turnledger.CardGameEvent.TrustResourcesTaken;
    trustResourcesDiscarded?: turnledger.CardGameEvent.TrustResourcesDiscarded;
    finalProductionScored?: turnledger.CardGameEvent.FinalProductionScored;
    gameEnded?: turnledger.CardGameEvent.GameEnded;
  }
  namespace CardGameEvent {
    interface GameStarted {
      ruleset: string;
      edition: string;
      players: string[];
      options: Record<string, string>;
      cash: number;
      plantMarket?: turnledger.CardGamePlantMarket;
      deckSize: number;
      topBack: string;
      resourceColumns: turnledger.CardGameRow[];
      leftoverPile: string[];
      discardPile: string[];
      resourceDeckSize: number;
      trust: boolean;
      renovationPile: number[];
      deck: string[];
      resourceDeck: string[];
      removedBlind: string[];
      seed: string;
    }
    interface RoundBegan {
      number: number;
    }
    interface LastRoundBegan {
      number: number;
    }
    interface PhaseBegan {
      name: string;
    }
    interface PhaseSkipped {
      reason: string;
    }
    interface TurnOrderDetermined {
      order: string[];
      reason: string;
      keys: turnledger.CardGameOrderKey[];
    }
    interface DiscountPlaced {
      card: string;
    }
    interface DiscountRemoved {
      card: string;
      cause: string;
    }
    interface PlantNominated {
      seat: number;
      card: string;
      number: number;
      bid: number;
    }
    interface NominationPassed {
      seat: number;
    }
    interface BidPlaced {
      seat: number;
      card: string;
      amount: number;
    }
    interface BidPassed {
      seat: number;
      card: string;
    }
    interface PlantBought {
      seat: number;
      card: string;
      number: number;
      price: number;
      cashAfter: number;
      scrapRequired: boolean;
      offer: string[];
      outlook: string[];
    }
    interface PlantScrapped {
      seat: number;
      card: string;
      fuelDiscarded: Record<string, number>;
    }
    interface CompensationPaid {
      seat: number;
      card: number;
      kind: string;
      amount: number;
      cashAfter: number;
    }
    interface RenovationCardRemoved {
      card: number;
      nextCard: number;
    }
    interface PlantDrawn {
      card: string;
      number: number;
      reason: string;
      placed: boolean;
      offer: string[];
      outlook: string[];
      deckLeft: number;
      topBack: string;
    }
    interface PlantRemoved {
      card: string;
      cause: string;
      offer: string[];
      outlook: string[];
    }
    interface PlantPutUnderDeck {
      card: string;
      offer: string[];
      outlook: string[];
      deckLeft: number;
      topBack: string;
    }
    interface LastRoundCardDrawn {
      duringPhase: string;
      offer: string[];
      outlook: string[];
      deckLeft: number;
    }
    interface LastRoundCardRemoved {
      offer: string[];
      outlook: string[];
    }
    interface DeckShuffled {
      deckLeft: number;
      topBack: string;
      order: string[];
    }
    interface ResourceCardBought {
      seat: number;
      card: string;
      fuel: string;
      column: number;
      price: number;
      unitsKept: number;
      cashAfter: number;
    }
    interface LeftoverCardsPlaced {
      fuel: string;
      cards: string[];
      missing: number;
      by: string;
    }
    interface ResourceBuyingFinished {
      seat: number;
    }
    interface ResourceCardsChanged {
      seat: number;
      cards: turnledger.CardGameCardUnits[];
      discarded: string[];
      leftoversReturned: string[];
    }
    interface PlantsRun {
      seat: number;
      runs: turnledger.CardGameRun[];
      fuelBurnt: Record<string, number>;
    }
    interface IncomePaid {
      seat: number;
      amount: number;
      guaranteed: boolean;
      cashAfter: number;
    }
    interface ResourceMarketShifted {
      moves: turnledger.CardGameMove[];
    }
    interface ResourceCardsDealt {
      cards: turnledger.CardGameCardColumn[];
      resourceDeckLeft: number;
    }
    interface ResourceDeckReshuffled {
      count: number;
      discardPile: string[];
      order: string[];
    }
    interface TrustPlantTaken {
      card: string;
      number: number;
      offer: string[];
      outlook: string[];
    }
    interface TrustPlantRemoved {
      card: string;
    }
    interface TrustResourcesTaken {
      cards: turnledger.CardGameCardTaken[];
    }
    interface TrustResourcesDiscarded {
      cards: string[];
      leftoversReturned: string[];
    }
    interface FinalProductionScored {
      seat: number;
      plants: string[];
      plantVp: number;
      moneyVp: number;
      moneyLeft: number;
      vp: number;
    }
    interface GameEnded {
      ranking: turnledger.CardGameRanked[];
      winners: number[];
    }
  }
  interface CardGameBoard {
    edition: string;
    round: number;
    phase: string;
    lastRound: boolean;
    toAct: number[];
    row: string[];
    waiting: string[];
    offer: turnledger.CardGameOfferedPlant[];
    outlook: turnledger.CardGamePlantFace[];
    lastRoundCard: string;
    discount?: string;
    deckSize: number;
    topBack: string;
    underLastRoundCard: turnledger.CardGamePlantFace[];
    plantsOut: string[];
    lot?: turnledger.CardGameLot;
    bought: number[];
    passed: number[];
    scrap?: number;
    columns: turnledger.CardGameColumn[];
    leftoverPile: string[];
    discardPile: turnledger.CardGameFuelCard[];
    resourceDeckSize: number;
    reshuffles: number;
    players: turnledger.CardGameOwner[];
    trust?: turnledger.CardGameTrustBoard;
    compensations?: turnledger.CardGameCompensations;
    ranking: turnledger.CardGameRanked[];
  }
  interface CardGameRun {
    card: string;
    fuel: Record<string, number>;
  }
  interface CardGameCardUnits {
    card: string;
    unitsLeft: number;
  }
  interface CardGameCardColumn {
    card: string;
    column: number;
  }
  interface CardGameMove {
    card: string;
    fromColumn: number;
    toColumn: number;
  }
  interface CardGameCardTaken {
    card: string;
    fuel: string;
    column: number;
    unitsKept: number;
  }
  interface CardGameOrderKey {
    seat: number;
    income?: number;
    bestPlant: number;
  }
  interface CardGameRanked {
    seat: number;
    rank: number;
    vp: number;
    moneyLeft: number;
    bestPlant: number;
  }
  interface CardGamePlantMarket {
    offer: string[];
    outlook: string[];
  }
  interface CardGamePlan {
    runs: turnledger.CardGameRun[];
    profit: number;
  }
  interface CardGamePlantFace {
    card: string;
    number: number;
    fuel: string;
    need: number;
    profit: number;
  }
  interface CardGameOfferedPlant {
    plant?: turnledger.CardGamePlantFace;
    bidMin: number;
  }
  interface CardGameFuelCard {
    card: string;
    fuel: string;
    units: number;
  }
  interface CardGameColumn {
    price: number;
    cards: turnledger.CardGameFuelCard[];
  }
  interface CardGameOwner {
    seat: number;
    colour: string;
    cash: number;
    plants: turnledger.CardGamePlantFace[];
    stock: turnledger.CardGameFuelCard[];
    fuel: Record<string, number>;
    room: Record<string, number>;
    income?: number;
  }
  interface CardGameTrustBoard {
    plants: turnledger.CardGamePlantFace[];
    stock: turnledger.CardGameFuelCard[];
  }
  interface CardGameCompensations {
    card: number;
    first: number;
    later: number;
    cardsLeft: number;
  }
  interface CardGameLot {
    card: string;
    bid: number;
    bidders: number[];
  }
  interface CardGameRow {
    cards: string[];
  }
  interface CardGameData {
    tables?: turnledger.CardGameTables;
    plants: turnledger.CardGamePlantCard[];
    standard: turnledger.CardGameResourceCard[];
    leftover: turnledger.CardGameResourceCard[];
    plus: turnledger.CardGameResourceCard[];
    plusPlus: turnledger.CardGameResourceCard[];
    renovation: turnledger.CardGameRenovationCard[];
  }
  interface CardGameTables {
    startMoney: number;
    plantsMax: number;
    storageMultiplier: number;
    discountBidMin: number;
    guaranteedIncome: number;
    elektroPerVp: number;
    prices: number[];
    offer: number;
    outlook: number;
    players: turnledger.CardGamePlayersRow[];
  }
  interface CardGamePlayersRow {
    players: number;
    removedSmall: number;
    removedLarge: number;
    column: number;
    marks: string[];
    trust: boolean;
  }
  interface CardGamePlantCard {
    id: string;
    number: number;
    fuel: string;
    need: number;
    profit: number;
    size: string;
  }
  interface CardGameResourceCard {
    id: string;
    fuel: string;
    amount: number;
    players: string;
  }
  interface CardGameRenovationCard {
    card: number;
    first: number;
    later: number;
  }
  interface GetServerRequest {
  }
  interface GetServerResponse {
    version: string;
    contract: number;
    features: string[];
    maintenance?: turnledger.MaintenanceNotice;
    serverTime?: string;
  }
  interface MaintenanceNotice {
    startTime?: string;
    endTime?: string;
    texts: Record<string, string>;
  }
  interface ListVariantsRequest {
  }
  interface ListVariantsResponse {
    variants: turnledger.Variant[];
  }
  interface Variant {
    name: string;
    names: Record<string, string>;
    playersMin: number;
    playersMax: number;
    options: turnledger.VariantOption[];
    bots: string[];
    editions: turnledger.Edition[];
    game: string;
    expert?: turnledger.ExpertCost;
    drawsMayWait: boolean;
  }
  interface ExpertCost {
    tries: number;
    triesMax: number;
    tryMs: number;
  }
  interface VariantOption {
    name: string;
    values: string[];
    openEnded: boolean;
    names: Record<string, string>;
  }
  interface GetGameDataRequest {
    variant: string;
    editions: string[];
  }
  interface GetGameDataResponse {
    data?: turnledger.GameData;
    editions: turnledger.Edition[];
    words: turnledger.Word[];
  }
  interface Word {
    code: string;
    names: Record<string, string>;
  }
  interface GetEditionRequest {
    edition: string;
  }
  interface GetEditionResponse {
    edition?: turnledger.Edition;
    json: string;
  }
  interface ChatMessage {
    number: number;
    player?: turnledger.Player;
    createTime?: string;
    text: string;
  }
  interface SendMessageRequest {
    requestId: string;
    gameId: string;
    text: string;
    watching: boolean;
  }
  interface SendMessageResponse {
    message?: turnledger.ChatMessage;
  }
  interface ListMessagesRequest {
    gameId: string;
    pageSize: number;
    pageToken: string;
    afterNumber: number;
    newestFirst: boolean;
    watching: boolean;
  }
  interface ListMessagesResponse {
    messages: turnledger.ChatMessage[];
    nextPageToken: string;
  }
  interface WatchChatRequest {
    gameId: string;
    afterNumber?: number;
    watching: boolean;
  }
  interface WatchChatResponse {
    messages: turnledger.ChatMessage[];
    number: number;
  }
  interface MuteRequest {
    accountId: string;
  }
  interface MuteResponse {
  }
  interface ListMutedRequest {
    pageSize: number;
    pageToken: string;
  }
  interface ListMutedResponse {
    muted: turnledger.Player[];
    nextPageToken: string;
  }
  interface UnmuteRequest {
    accountId: string;
  }
  interface UnmuteResponse {
  }
  interface ReportRequest {
    requestId: string;
    gameId: string;
    accountId: string;
    number: number;
    text: string;
    watching: boolean;
  }
  interface ReportResponse {
  }
  interface ListMyReportsRequest {
    pageSize: number;
    pageToken: string;
  }
  interface ListMyReportsResponse {
    reports: turnledger.MyReport[];
    nextPageToken: string;
  }
  interface MyReport {
    gameId: string;
    about?: turnledger.Player;
    text: string;
    createTime?: string;
    settled: boolean;
    answer: string;
  }
  type ClubAdmission = "CLUB_ADMISSION_UNSPECIFIED" | "CLUB_ADMISSION_OPEN" | "CLUB_ADMISSION_REQUEST" | "CLUB_ADMISSION_INVITATION";
  type ClubStanding = "CLUB_STANDING_UNSPECIFIED" | "CLUB_STANDING_OWNER" | "CLUB_STANDING_OFFICER" | "CLUB_STANDING_MEMBER" | "CLUB_STANDING_ASKED" | "CLUB_STANDING_INVITED" | "CLUB_STANDING_PUT_OUT";
  interface ClubProfile {
    name: string;
    description: string;
    admission: turnledger.ClubAdmission;
  }
  interface Club {
    clubId: string;
    version: number;
    profile?: turnledger.ClubProfile;
    owner?: turnledger.Player;
    members: number;
    createTime?: string;
    closed: boolean;
    standing: turnledger.ClubStanding;
  }
  interface ClubMember {
    player?: turnledger.Player;
    standing: turnledger.ClubStanding;
    text: string;
    invitedBy?: turnledger.Player;
  }
  interface CreateClubRequest {
    requestId: string;
    profile?: turnledger.ClubProfile;
  }
  interface CreateClubResponse {
    club?: turnledger.Club;
  }
  interface GetClubRequest {
    clubId: string;
  }
  interface GetClubResponse {
    club?: turnledger.Club;
    officer: boolean;
    owner: boolean;
    putOutText: string;
  }
  interface ListClubsRequest {
    mine: boolean;
    name: string;
    pageSize: number;
    pageToken: string;
  }
  interface ListClubsResponse {
    clubs: turnledger.Club[];
    nextPageToken: string;
  }
  interface ListMembersRequest {
    clubId: string;
    pageSize: number;
    pageToken: string;
  }
  interface ListMembersResponse {
    members: turnledger.ClubMember[];
    nextPageToken: string;
  }
  interface ListClubRequestsRequest {
    clubId: string;
    pageSize: number;
    pageToken: string;
  }
  interface ListClubRequestsResponse {
    people: turnledger.ClubMember[];
    nextPageToken: string;
  }
  interface ListLadderRequest {
    clubId: string;
    pageSize: number;
    pageToken: string;
  }
  interface LadderRow {
    rank: number;
    player?: turnledger.Player;
    games: number;
    wins: number;
  }
  interface ListLadderResponse {
    rows: turnledger.LadderRow[];
    nextPageToken: string;
  }
  interface GetClubRecordsRequest {
    clubId: string;
  }
  interface ClubRecord {
    variant: string;
    score: number;
    player?: turnledger.Player;
    gameId: string;
  }
  interface GetClubRecordsResponse {
    records: turnledger.ClubRecord[];
  }
  interface JoinClubRequest {
    requestId: string;
    clubId: string;
    text: string;
  }
  interface JoinClubResponse {
    club?: turnledger.Club;
  }
  interface LeaveClubRequest {
    requestId: string;
    clubId: string;
  }
  interface LeaveClubResponse {
    club?: turnledger.Club;
  }
  interface DecideClubRequest {
    requestId: string;
    clubId: string;
    text: string;
    admit?: string;
    refuse?: string;
    invite?: string;
    takeBackInvitation?: string;
    putOut?: string;
    nameOfficer?: string;
    relieveOfficer?: string;
    handOver?: string;
    change?: turnledger.ClubProfile;
    close?: turnledger.CloseClub;
    admitApplicant?: turnledger.AdmitApplicant;
    refuseApplicant?: turnledger.RefuseApplicant;
    inviteAccount?: turnledger.InviteAccount;
    withdrawInvitation?: turnledger.WithdrawInvitation;
    removeMember?: turnledger.RemoveMember;
    appointOfficer?: turnledger.AppointOfficer;
    dismissOfficer?: turnledger.DismissOfficer;
    transferClub?: turnledger.TransferClub;
  }
  interface AdmitApplicant {
    accountId: string;
  }
  interface RefuseApplicant {
    accountId: string;
  }
  interface InviteAccount {
    accountId: string;
  }
  interface WithdrawInvitation {
    accountId: string;
  }
  interface RemoveMember {
    accountId: string;
  }
  interface AppointOfficer {
    accountId: string;
  }
  interface DismissOfficer {
    accountId: string;
  }
  interface TransferClub {
    accountId: string;
  }
  interface CloseClub {
  }
  interface DecideClubResponse {
    club?: turnledger.Club;
  }
  interface Colony61Command {
    chooseStart?: turnledger.Colony61Command.ChooseStart;
    layCards?: turnledger.Colony61Command.LayCards;
    decideCards?: turnledger.Colony61Command.DecideCards;
    resolveIncome?: turnledger.Colony61Command.ResolveIncome;
    chooseSwap?: turnledger.Colony61Command.ChooseSwap;
    keepCards?: turnledger.Colony61Command.KeepCards;
    setStandingDefaults?: turnledger.Colony61Command.SetStandingDefaults;
  }
  namespace Colony61Command {
    interface ChooseStart {
      keep?: turnledger.Colony61Cards;
      cubes?: turnledger.Colony61Cubes;
      acceptDefault: boolean;
    }
    interface LayCards {
      turn: number;
      cards?: turnledger.Colony61Cards;
      acceptDefault: boolean;
    }
    interface DecideCards {
      turn: number;
      build?: turnledger.Colony61Cards;
      recycle?: string;
      payments?: turnledger.Colony61Payments;
      acceptDefault: boolean;
    }
    interface ResolveIncome {
      turn: number;
      effect?: string;
      exchange?: turnledger.Colony61Cubes;
      bonuses?: turnledger.Colony61Bonuses;
      merges?: turnledger.Colony61Merges;
      upkeep?: turnledger.Colony61Upkeep;
      cubes?: turnledger.Colony61PortionsCubes;
      keep?: turnledger.Colony61Cubes;
      acceptDefault: boolean;
    }
    interface ChooseSwap {
      turn: number;
      cards?: turnledger.Colony61Cards;
      acceptDefault: boolean;
    }
    interface KeepCards {
      turn: number;
      keep?: turnledger.Colony61Cards;
      acceptDefault: boolean;
    }
    interface SetStandingDefaults {
      income: boolean;
      exchange: boolean;
    }
  }
  interface Colony61Option {
    acceptDefault?: turnledger.Colony61Option.AcceptDefault;
    startOption?: turnledger.Colony61Option.StartOption;
    layOption?: turnledger.Colony61Option.LayOption;
    decideOption?: turnledger.Colony61Option.DecideOption;
    incomeOption?: turnledger.Colony61Option.IncomeOption;
    swapOption?: turnledger.Colony61Option.SwapOption;
    keepOption?: turnledger.Colony61Option.KeepOption;
    standingOption?: turnledger.Colony61Option.StandingOption;
  }
  namespace Colony61Option {
    interface AcceptDefault {
      command?: turnledger.Colony61Command;
    }
    interface StartOption {
      offered: string[];
      pick: number;
      purses: turnledger.Colony61Cubes[];
    }
    interface LayOption {
      turn: number;
      sets: turnledger.Colony61Cards[];
    }
    interface DecideOption {
      turn: number;
      build: string[];
      recycle?: string;
      costs: number[];
      storage?: turnledger.Colony61Cubes;
      together: Record<string, number>;
      unpayable: string[];
    }
    interface IncomeOption {
      vary: string;
      effect?: string;
      basis?: turnledger.Colony61Basis;
    }
    interface SwapOption {
      turn: number;
      cards: string[];
      most: number;
    }
    interface KeepOption {
      turn: number;
      cards: string[];
      keep: number;
    }
    interface StandingOption {
      income: boolean;
      exchange: boolean;
    }
  }
  interface Colony61Order {
    takeDefault?: turnledger.Colony61Order.TakeDefault;
    layThese?: turnledger.Colony61Order.LayThese;
    swapThese?: turnledger.Colony61Order.SwapThese;
  }
  namespace Colony61Order {
    interface TakeDefault {
    }
    interface LayThese {
      cards: string[];
    }
    interface SwapThese {
      cards: string[];
    }
  }
  interface Colony61Event {
    gameStarted?: turnledger.Colony61Event.GameStarted;
    startCardsDealt?: turnledger.Colony61Event.StartCardsDealt;
    stepOpened?: turnledger.Colony61Event.StepOpened;
    stepClosed?: turnledger.Colony61Event.StepClosed;
    startChosen?: turnledger.Colony61Event.StartChosen;
    startHandTaken?: turnledger.Colony61Event.StartHandTaken;
    turnBegan?: turnledger.Colony61Event.TurnBegan;
    cardsLaid?: turnledger.Colony61Event.CardsLaid;
    cardsRevealed?: turnledger.Colony61Event.CardsRevealed;
    cardsDecided?: turnledger.Colony61Event.CardsDecided;
    buildPaid?: turnledger.Colony61Event.BuildPaid;
    moduleBuilt?: turnledger.Colony61Event.ModuleBuilt;
    cardRecycled?: turnledger.Colony61Event.CardRecycled;
    markersMoved?: turnledger.Colony61Event.MarkersMoved;
    colonyDefeated?: turnledger.Colony61Event.ColonyDefeated;
    endConditionMet?: turnledger.Colony61Event.EndConditionMet;
    incomeResolved?: turnledger.Colony61Event.IncomeResolved;
    supplyDrawn?: turnledger.Colony61Event.SupplyDrawn;
    supplyShort?: turnledger.Colony61Event.SupplyShort;
    deckReshuffled?: turnledger.Colony61Event.DeckReshuffled;
    swapChosen?: turnledger.Colony61Event.SwapChosen;
    cardsGivenUp?: turnledger.Colony61Event.CardsGivenUp;
    cardsOffered?: turnledger.Colony61Event.CardsOffered;
    keepChosen?: turnledger.Colony61Event.KeepChosen;
    cardsExchanged?: turnledger.Colony61Event.CardsExchanged;
    standingDefaultsSet?: turnledger.Colony61Event.StandingDefaultsSet;
    playerScored?: turnledger.Colony61Event.PlayerScored;
    gameEnded?: turnledger.Colony61Event.GameEnded;
  }
  namespace Colony61Event {
    interface GameStarted {
      ruleset: string;
      edition: string;
      players: number[];
      colony: string;
      colonyDrawn: boolean;
      capital: number;
      handTarget: number;
      markers: Record<string, number>;
      stateModules: turnledger.Colony61CardFace[];
      drawLeft: number;
      drawPile?: turnledger.Colony61Cards;
      seed?: string;
      turn: number;
      step?: string;
      options?: turnledger.Colony61Readings;
    }
    interface StartCardsDealt {
      seat: number;
      fixed: string[];
      offeredCount: number;
      offered?: turnledger.Colony61Cards;
      drawLeft: number;
      turn: number;
      step?: string;
    }
    interface StepOpened {
      seats: number[];
      turn: number;
      step?: string;
    }
    interface StepClosed {
      turn: number;
      step?: string;
    }
    interface StartChosen {
      seat: number;
      keep?: turnledger.Colony61Cards;
      cubes?: turnledger.Colony61Cubes;
      byDefault?: boolean;
      salt?: string;
      turn: number;
      step?: string;
    }
    interface StartHandTaken {
      seat: number;
      kept?: turnledger.Colony61Cards;
      handCount: number;
      discarded: string[];
      storage?: turnledger.Colony61Cubes;
      byDefault: boolean;
      turn: number;
      step?: string;
    }
    interface TurnBegan {
      number: number;
      slots: number;
      turn: number;
      step?: string;
    }
    interface CardsLaid {
      seat: number;
      cards?: turnledger.Colony61Cards;
      byDefault?: boolean;
      salt?: string;
      turn: number;
      step?: string;
    }
    interface CardsRevealed {
      laid: turnledger.Colony61LaidCards[];
      turn: number;
      step?: string;
    }
    interface CardsDecided {
      seat: number;
      build?: turnledger.Colony61Cards;
      recycle?: string;
      payments?: turnledger.Colony61Payments;
      byDefault?: boolean;
      salt?: string;
      turn: number;
      step?: string;
    }
    interface BuildPaid {
      seat: number;
      cards: string[];
      cost: number;
      cubes?: turnledger.Colony61Cubes;
      overpaid: number;
      by?: string;
      storageAfter?: turnledger.Colony61Cubes;
      turn: number;
      step?: string;
    }
    interface ModuleBuilt {
      seat: number;
      card: string;
      kind: string;
      turn: number;
      step?: string;
    }
    interface CardRecycled {
      seat: number;
      card: string;
      kind: string;
      forced: boolean;
      turn: number;
      step?: string;
    }
    interface MarkersMoved {
      supplies: Record<string, number>;
      moves: turnledger.Colony61Move[];
      markers: Record<string, number>;
      turn: number;
      step?: string;
    }
    interface ColonyDefeated {
      conditions: turnledger.Colony61Condition[];
      turn: number;
      step?: string;
    }
    interface EndConditionMet {
      conditions: turnledger.Colony61Condition[];
      turn: number;
      step?: string;
    }
    interface IncomeResolved {
      seat: number;
      effect?: string;
      exchange?: turnledger.Colony61Exchange;
      bonuses: turnledger.Colony61BonusGiven[];
      merges: turnledger.Colony61Merge[];
      portions: turnledger.Colony61PortionPaid[];
      upkeep: turnledger.Colony61UpkeepPaid[];
      lost?: turnledger.Colony61Cubes;
      storageAfter?: turnledger.Colony61Cubes;
      byDefault: boolean;
      turn: number;
      step?: string;
      earned: number;
    }
    interface SupplyDrawn {
      seat: number;
      count: number;
      cards?: turnledger.Colony61Cards;
      handCount: number;
      drawLeft: number;
      turn: number;
      step?: string;
    }
    interface SupplyShort {
      seat: number;
      missing: number;
      turn: number;
      step?: string;
    }
    interface DeckReshuffled {
      count: number;
      order?: turnledger.Colony61Cards;
      turn: number;
      step?: string;
    }
    interface SwapChosen {
      seat: number;
      cards?: turnledger.Colony61Cards;
      byDefault?: boolean;
      salt?: string;
      turn: number;
      step?: string;
    }
    interface CardsGivenUp {
      seat: number;
      cards: string[];
      handCount: number;
      turn: number;
      step?: string;
    }
    interface CardsOffered {
      seat: number;
      count: number;
      keepCount: number;
      cards?: turnledger.Colony61Cards;
      drawLeft: number;
      turn: number;
      step?: string;
    }
    interface KeepChosen {
      seat: number;
      keep?: turnledger.Colony61Cards;
      byDefault?: boolean;
      salt?: string;
      turn: number;
      step?: string;
    }
    interface CardsExchanged {
      seat: number;
      kept?: turnledger.Colony61Cards;
      handCount: number;
      discarded: string[];
      byDefault: boolean;
      turn: number;
      step?: string;
    }
    interface StandingDefaultsSet {
      seat: number;
      income: boolean;
      exchange: boolean;
      turn: number;
      step?: string;
    }
    interface PlayerScored {
      seat: number;
      influence: number;
      modules: number;
      byResource: number;
      colony: number;
      monopolies: Record<string, number>;
      credits: number;
      moduleCosts: number;
      turn: number;
      step?: string;
    }
    interface GameEnded {
      reason: string;
      ranking: turnledger.Colony61Rank[];
      winners: number[];
      turn: number;
      step?: string;
    }
  }
  interface Colony61Board {
    edition: string;
    colony: string;
    turn: number;
    step?: string;
    slots: number;
    capital: number;
    handTarget: number;
    markers: Record<string, number>;
    prices: Record<string, number>;
    stateModules: turnledger.Colony61Module[];
    drawLeft: number;
    discard: string[];
    lastTurn: boolean;
    owing: number[];
    waiting: number[];
    corporations: turnledger.Colony61CorporationBoard[];
    scores: turnledger.Colony61Event.PlayerScored[];
    result?: turnledger.Colony61Result;
    own?: turnledger.Colony61OwnBoard;
  }
  interface Colony61Cubes {
    ones: number;
    fives: number;
    tens: number;
  }
  interface Colony61Payment {
    cards: string[];
    cubes?: turnledger.Colony61Cubes;
    by?: string;
  }
  interface Colony61Bonus {
    source: string;
    target: string;
  }
  interface Colony61Merge {
    by: string;
    a: string;
    b: string;
  }
  interface Colony61UpkeepPayment {
    module: string;
    portion?: string;
    cubes?: turnledger.Colony61Cubes;
  }
  interface Colony61PortionCubes {
    portion: string;
    cubes?: turnledger.Colony61Cubes;
  }
  interface Colony61CardFace {
    card: string;
    kind: string;
  }
  interface Colony61LaidCards {
    seat: number;
    cards: turnledger.Colony61CardFace[];
    byDefault: boolean;
  }
  interface Colony61Condition {
    kind: string;
    bound: number;
    resource?: string;
  }
  interface Colony61Exchange {
    before?: turnledger.Colony61Cubes;
    after?: turnledger.Colony61Cubes;
  }
  interface Colony61BonusGiven {
    source: string;
    target: string;
    amount: number;
  }
  interface Colony61PortionPaid {
    portion: string;
    modules: string[];
    amount: number;
    cubes?: turnledger.Colony61Cubes;
  }
  interface Colony61UpkeepPaid {
    module: string;
    amount: number;
    portion?: string;
    cubes?: turnledger.Colony61Cubes;
    unpaid: number;
  }
  interface Colony61Rank {
    seat: number;
    rank: number;
    influence: number;
    credits: number;
    moduleCosts: number;
  }
  interface Colony61Move {
    resource: string;
    start: number;
    end: number;
    by: string;
  }
  interface Colony61Module {
    card: string;
    kind: string;
    turn: number;
  }
  interface Colony61StartChoice {
    keep: string[];
    cubes?: turnledger.Colony61Cubes;
  }
  interface Colony61CardsChoice {
    cards: string[];
  }
  interface Colony61BuildChoice {
    build: string[];
    recycle?: string;
    payments: turnledger.Colony61Payment[];
  }
  interface Colony61Result {
    reason: string;
    ranking: turnledger.Colony61Rank[];
    winners: number[];
  }
  interface Colony61CorporationBoard {
    seat: number;
    storage?: turnledger.Colony61Cubes;
    cells: number;
    modules: turnledger.Colony61Module[];
    handCount: number;
    looksAt: number;
    keeps: number;
    laid: turnledger.Colony61CardFace[];
    recycled?: string;
    view: number;
    swap: number;
    look: number;
    incomeDefault: boolean;
    exchangeDefault: boolean;
    owes: boolean;
    hasChosen: boolean;
    influence: number;
  }
  interface Colony61OwnBoard {
    hand: string[];
    offer: string[];
    choice?: turnledger.Colony61Choice;
    byDefault: boolean;
    cost: Record<string, number>;
  }
  interface Colony61OwnModule {
    card: string;
    kind: string;
    income: number;
  }
  interface Colony61BonusRight {
    by: string;
    amount: number;
    targets: string[];
  }
  interface Colony61MergeRight {
    by: string;
    ends: turnledger.Colony61Ends[];
  }
  interface Colony61UpkeepDue {
    module: string;
    amount: number;
  }
  interface Colony61Basis {
    turn: number;
    storage?: turnledger.Colony61Cubes;
    cells: number;
    recycled: boolean;
    recycleBonus: number;
    multiplier: number;
    subsidy: number;
    modules: turnledger.Colony61OwnModule[];
    bonuses: turnledger.Colony61BonusRight[];
    merges: turnledger.Colony61MergeRight[];
    upkeep: turnledger.Colony61UpkeepDue[];
    doublesBonuses: boolean;
  }
  interface Colony61Readings {
    options: Record<string, string>;
  }
  interface Colony61Cards {
    cards: string[];
  }
  interface Colony61Payments {
    payments: turnledger.Colony61Payment[];
  }
  interface Colony61Bonuses {
    bonuses: turnledger.Colony61Bonus[];
  }
  interface Colony61Merges {
    merges: turnledger.Colony61Merge[];
  }
  interface Colony61Upkeep {
    payments: turnledger.Colony61UpkeepPayment[];
  }
  interface Colony61PortionsCubes {
    portions: turnledger.Colony61PortionCubes[];
  }
  interface Colony61Ends {
    firsts: string[];
    seconds: string[];
  }
  interface Colony61Choice {
    startChoice?: turnledger.Colony61StartChoice;
    cardsChoice?: turnledger.Colony61CardsChoice;
    buildChoice?: turnledger.Colony61BuildChoice;
  }
  interface Colony61Data {
    totalCards: number;
    recycle?: turnledger.Colony61Recycle;
    stateModules: string[];
    types: turnledger.Colony61Type[];
    storageLevels: turnledger.Colony61StorageLevel[];
    viewTable: turnledger.Colony61ViewRow[];
    resources: turnledger.Colony61Resource[];
    modules: turnledger.Colony61ModuleKind[];
    colonies: turnledger.Colony61ColonyCard[];
  }
  interface Colony61Recycle {
    bonus: number;
    multiplier: number;
    perTurn: number;
  }
  interface Colony61Type {
    id: string;
    names: Record<string, string>;
    colour: string;
  }
  interface Colony61StorageLevel {
    level: number;
    cells: number;
  }
  interface Colony61ViewRow {
    view: number;
    swap: number;
    look: number;
  }
  interface Colony61Resource {
    id: string;
    order: number;
    names: Record<string, string>;
    min: number;
    max: number;
    start: number;
    prices: number[];
    blackPictograms: turnledger.Colony61Pictogram[];
    monopolyInfluence?: number;
    suppliedByState: boolean;
  }
  interface Colony61Pictogram {
    position: number;
    reduces: string[];
  }
  interface Colony61ModuleKind {
    id: string;
    names: Record<string, string>;
    count: number;
    type: string;
    influence: number;
    cost: number;
    supplies: Record<string, number>;
    effects: turnledger.Colony61Effect[];
  }
  interface Colony61Effect {
    kind: string;
    resource?: string;
    module?: string;
    type?: string;
    amount?: number;
    times?: number;
    plus?: number;
    levels?: number;
    atLeast?: number;
    builds?: number;
    cards?: number;
    per?: number;
    steps: turnledger.Colony61InfluenceStep[];
  }
  interface Colony61InfluenceStep {
    position: number;
    influence: number;
  }
  interface Colony61ColonyCard {
    id: string;
    names: Record<string, string>;
    startCapital: number;
    startHand?: turnledger.Colony61StartHand;
    turnTrack: number;
    end: turnledger.Colony61EndCondition[];
    defeat: turnledger.Colony61EndCondition[];
    bonuses: turnledger.Colony61Effect[];
  }
  interface Colony61StartHand {
    fixed: string[];
    pick: number;
    offered: number;
  }
  interface Colony61EndCondition {
    kind: string;
    resource?: string;
    atLeast: Record<string, number>;
    atMost?: number;
    notBeforeTurn?: number;
    count?: number;
  }
  type TimeoutAction = "TIMEOUT_ACTION_UNSPECIFIED" | "TIMEOUT_ACTION_DEFAULT" | "TIMEOUT_ACTION_BOT" | "TIMEOUT_ACTION_FORFEIT";
  type LineageKind = "LINEAGE_KIND_UNSPECIFIED" | "LINEAGE_KIND_BRANCH" | "LINEAGE_KIND_IMPORT";
  interface Amounts {
    amounts: Record<string, number>;
  }
  interface Space {
    price: number;
    n: number;
  }
  interface MarketRow {
    type: string;
    spaces: turnledger.Space[];
  }
  interface UnitPrices {
    type: string;
    prices: number[];
  }
  interface Standing {
    seat: number;
    rank: number;
    won: boolean;
    score: number;
  }
  interface Edition {
    id: string;
    sha256: string;
    reconstructed: string[];
  }
  interface Moment {
    round: number;
    phase: string;
    stage: number;
  }
  interface Outcome {
    reason: string;
    standings: turnledger.Standing[];
  }
  interface Clock {
    moveS: number;
    bankS: number;
    incrementS: number;
    vacationDays: number;
    onTimeout: turnledger.TimeoutAction;
    move?: string;
    bank?: string;
    increment?: string;
  }
  interface Player {
    accountId: string;
    displayName: string;
    program: boolean;
  }
  interface SeatClock {
    deadlineTime?: string;
    bank?: string;
    vacationDays: number;
    vacationUntilTime?: string;
  }
  interface Terms {
    clock?: turnledger.Clock;
    readyCheck: boolean;
    startsWhenFull: boolean;
    standIn: string;
    invitedAccountIds: string[];
    rematchOfGameId: string;
    signed?: boolean;
    forcedMoves?: boolean;
    leastFinished?: turnledger.LeastFinished;
    clubId?: string;
    hints?: number;
    tries?: number;
    draws?: string;
  }
  interface LeastFinished {
    percent: number;
    games: number;
  }
  interface Beacon {
    chain: string;
    publicKey: string;
    genesisS: string;
    periodS: number;
    leadS: number;
  }
  interface GameEvent {
    version: number;
    eventTime?: string;
    says: string;
    hidden: boolean;
    table?: turnledger.TableEvent;
    game?: turnledger.Event;
  }
  interface TableEvent {
    gameOpened?: turnledger.TableEvent.GameOpened;
    playerSeated?: turnledger.TableEvent.PlayerSeated;
    botSeated?: turnledger.TableEvent.BotSeated;
    seatCleared?: turnledger.TableEvent.SeatCleared;
    tableClosed?: turnledger.TableEvent.TableClosed;
    gameBegan?: turnledger.TableEvent.GameBegan;
    gameFinished?: turnledger.TableEvent.GameFinished;
    secretRevealed?: turnledger.TableEvent.SecretRevealed;
    seatsArranged?: turnledger.TableEvent.SeatsArranged;
    colourChosen?: turnledger.TableEvent.ColourChosen;
    readinessChanged?: turnledger.TableEvent.ReadinessChanged;
    clocksSet?: turnledger.TableEvent.ClocksSet;
    timeRanOut?: turnledger.TableEvent.TimeRanOut;
    vacationTaken?: turnledger.TableEvent.VacationTaken;
    seatHanded?: turnledger.TableEvent.SeatHanded;
    seatTakenBack?: turnledger.TableEvent.SeatTakenBack;
    seatResigned?: turnledger.TableEvent.SeatResigned;
    commandsUndone?: turnledger.TableEvent.CommandsUndone;
    undoProposed?: turnledger.TableEvent.UndoProposed;
    abandonProposed?: turnledger.TableEvent.AbandonProposed;
    voteGiven?: turnledger.TableEvent.VoteGiven;
    gameStarting?: turnledger.TableEvent.GameStarting;
    hintTaken?: turnledger.TableEvent.HintTaken;
    drawAwaited?: turnledger.TableEvent.DrawAwaited;
    drawMade?: turnledger.TableEvent.DrawMade;
    invitationDeclined?: turnledger.TableEvent.InvitationDeclined;
    noRoundsProposed?: turnledger.TableEvent.NoRoundsProposed;
    roundsGivenUp?: turnledger.TableEvent.RoundsGivenUp;
  }
  namespace TableEvent {
    interface GameOpened {
      gameId: string;
      variant: string;
      options: Record<string, string>;
      seats: number;
      hostAccountId: string;
      private: boolean;
      rated: boolean;
      commitment: string;
      secret: string;
      seed: string;
      setup?: Record<string, any>;
      position?: turnledger.TableEvent.Position;
      terms?: turnledger.Terms;
      beacon?: turnledger.Beacon;
    }
    interface Position {
      state?: Record<string, any>;
      colours: string[];
      editions: turnledger.Edition[];
      lineage?: turnledger.TableEvent.Lineage;
      rulesVersion?: number;
      knownTo?: number;
    }
    interface Lineage {
      kind: turnledger.LineageKind;
      gameId: string;
      version: number;
      chain: string;
    }
    interface PlayerSeated {
      seat: number;
      accountId: string;
      colour: string;
      nonce: string;
      guest?: boolean;
      deviceKeys?: turnledger.TableEvent.DeviceKeys;
      program?: boolean;
    }
    interface DeviceKeys {
      keys: string[];
    }
    interface BotSeated {
      seat: number;
      bot: string;
      colour: string;
    }
    interface SeatCleared {
      seat: number;
      cause: string;
    }
    interface TableClosed {
      cause: string;
    }
    interface GameStarting {
      round: number;
      editions: turnledger.Edition[];
      rulesVersion: number;
      bots?: turnledger.TableEvent.BotNumbers;
    }
    interface BotNumbers {
      numbers: Record<string, number>;
    }
    interface GameBegan {
      seats: turnledger.TableEvent.Seated[];
      editions: turnledger.Edition[];
      rulesVersion: number;
      signature?: string;
      dealt?: Record<string, any>;
      bots?: turnledger.TableEvent.BotNumbers;
    }
    interface SeatsArranged {
      order: number[];
    }
    interface ColourChosen {
      seat: number;
      colour: string;
    }
    interface ReadinessChanged {
      seat: number;
      ready: boolean;
    }
    interface ClocksSet {
      setTime?: string;
      seats: turnledger.SeatClock[];
    }
    interface TimeRanOut {
      seat: number;
      consequence: turnledger.TimeoutAction;
    }
    interface VacationTaken {
      seat: number;
      days: number;
    }
    interface InvitationDeclined {
      accountId: string;
      reason: string;
    }
    interface HintTaken {
      seat: number;
    }
    interface DrawAwaited {
      seat: number;
      round: number;
      command?: Record<string, any>;
    }
    interface DrawMade {
      round: number;
      signature: string;
      dealt?: Record<string, any>;
    }
    interface NoRoundsProposed {
      seat: number;
    }
    interface RoundsGivenUp {
      round: number;
      dealt?: Record<string, any>;
    }
    interface SeatHanded {
      seat: number;
      bot: string;
      cause: string;
    }
    interface SeatTakenBack {
      seat: number;
    }
    interface SeatResigned {
      seat: number;
      bot: string;
      cause: string;
    }
    interface CommandsUndone {
      seat: number;
      toVersion: number;
    }
    interface UndoProposed {
      seat: number;
      toVersion: number;
    }
    interface AbandonProposed {
      seat: number;
    }
    interface VoteGiven {
      seat: number;
      agree: boolean;
    }
    interface GameFinished {
      reason: string;
      standings: turnledger.Standing[];
    }
    interface SecretRevealed {
      secret: string;
      nonces: string[];
    }
    interface Seated {
      colour: string;
      accountId: string;
      bot: string;
      nonce: string;
      guest?: boolean;
      deviceKeys?: turnledger.TableEvent.DeviceKeys;
      program?: boolean;
    }
  }
  interface Command {
    powerGrid?: turnledger.PowerGridCommand;
    cardGame?: turnledger.CardGameCommand;
    colony61?: turnledger.Colony61Command;
    other?: Record<string, any>;
  }
  interface Order {
    powerGrid?: turnledger.PowerGridOrder;
    cardGame?: turnledger.CardGameOrder;
    colony61?: turnledger.Colony61Order;
    other?: Record<string, any>;
  }
  interface Option {
    count: number;
    first?: turnledger.Command;
    powerGrid?: turnledger.PowerGridOption;
    cardGame?: turnledger.CardGameOption;
    colony61?: turnledger.Colony61Option;
    other?: Record<string, any>;
  }
  interface Event {
    powerGrid?: turnledger.PowerGridEvent;
    cardGame?: turnledger.CardGameEvent;
    colony61?: turnledger.Colony61Event;
    other?: Record<string, any>;
  }
  interface Board {
    powerGrid?: turnledger.PowerGridBoard;
    cardGame?: turnledger.CardGameBoard;
    colony61?: turnledger.Colony61Board;
    other?: Record<string, any>;
  }
  interface GameData {
    powerGrid?: turnledger.PowerGridData;
    cardGame?: turnledger.CardGameData;
    colony61?: turnledger.Colony61Data;
    other?: Record<string, any>;
  }
  type Grant = "GRANT_UNSPECIFIED" | "GRANT_SETTING" | "GRANT_READ" | "GRANT_MODERATE" | "GRANT_TABLES" | "GRANT_TOURNAMENTS" | "GRANT_ACCOUNTS";
  interface ListEventsRequest {
    gameId: string;
    pageSize: number;
    pageToken: string;
    asSpectator: boolean;
    words: boolean;
    fromVersion: number;
    toVersion: number;
  }
  interface ListEventsResponse {
    events: turnledger.GameEvent[];
    nextPageToken: string;
  }
  interface ExportGameRequest {
    gameId: string;
    asSpectator: boolean;
  }
  interface ExportGameResponse {
    content: string;
  }
  interface ImportGameRequest {
    requestId: string;
    content: string;
    private: boolean;
  }
  interface ImportGameResponse {
    table?: turnledger.Table;
  }
  interface VerifyGameRequest {
    gameId: string;
  }
  interface VerifyGameResponse {
    right: boolean;
    events: number;
    commands: number;
    fault?: turnledger.HistoryFault;
  }
  interface HistoryFault {
    code: string;
    rule: string;
    version: number;
    topic: string;
    says: string;
  }
  interface BranchGameRequest {
    requestId: string;
    gameId: string;
    version: number;
    private: boolean;
  }
  interface BranchGameResponse {
    table?: turnledger.Table;
  }
  interface ListBranchesRequest {
    gameId: string;
    pageSize: number;
    pageToken: string;
  }
  interface ListBranchesResponse {
    branches: turnledger.Branch[];
    nextPageToken: string;
  }
  interface Branch {
    gameId: string;
    kind: turnledger.LineageKind;
    version: number;
    hostAccountId: string;
  }
  interface ListCheckpointsRequest {
    gameId: string;
    pageSize: number;
    pageToken: string;
  }
  interface ListCheckpointsResponse {
    checkpoints: turnledger.Checkpoint[];
    nextPageToken: string;
  }
  interface Checkpoint {
    gameId: string;
    version: number;
    chain: string;
    key: string;
    signature: string;
  }
  interface GetProofsRequest {
    gameId: string;
  }
  interface GetProofsResponse {
    proofs: turnledger.Proof[];
  }
  interface Proof {
    leaf: string;
    proof: string;
  }
  interface GetLogHeadRequest {
    oldSize: number;
    size: number;
  }
  interface GetLogHeadResponse {
    checkpoint: string;
    path: string[];
  }
  interface KnowledgeRequest {
    gameId: string;
    version: number;
    field: string;
  }
  interface KnowledgeResponse {
    knowers: turnledger.Knower[];
  }
  interface Knower {
    seat?: number;
    fromVersion?: number;
  }
  interface ListSigningKeysRequest {
  }
  interface ListSigningKeysResponse {
    keySet: string;
  }
  interface GetFiguresRequest {
    gameId: string;
  }
  interface GetFiguresResponse {
    figures: turnledger.Figure[];
    rounds: turnledger.SeatFigures[];
    leads: turnledger.Lead[];
  }
  interface Figure {
    name: string;
    says: string;
    sum: boolean;
  }
  interface SeatFigures {
    round: number;
    seat: number;
    values: number[];
  }
  interface Lead {
    version: number;
    round: number;
    seats: number[];
  }
  interface AnalyzeGameRequest {
    gameId: string;
  }
  interface AnalyzeGameResponse {
    progress?: turnledger.AnalysisProgress;
    analysis?: turnledger.Analysis;
  }
  interface AnalysisProgress {
    version: number;
    lastVersion: number;
  }
  interface Analysis {
    tries: number;
    decisions: turnledger.WeighedDecision[];
    mattered: number[];
    line: turnledger.RoundChances[];
    luck: turnledger.SeatLuck[];
  }
  interface WeighedDecision {
    version: number;
    round: number;
    seat: number;
    done?: turnledger.Command;
    chancePermille: number;
    best?: turnledger.Command;
    bestChancePermille: number;
    errorPermille: number;
    tries: number;
    doneSays: string;
    bestSays: string;
  }
  interface RoundChances {
    version: number;
    round: number;
    chancesPermille: number[];
  }
  interface SeatLuck {
    seat: number;
    asDealtPermille: number;
    anewPermille: number;
    errorPermille: number;
    deals: number;
  }
  type TableStatus = "TABLE_STATUS_UNSPECIFIED" | "TABLE_STATUS_OPEN" | "TABLE_STATUS_RUNNING" | "TABLE_STATUS_FINISHED" | "TABLE_STATUS_CLOSED" | "TABLE_STATUS_STARTING";
  interface Table {
    gameId: string;
    version: number;
    status: turnledger.TableStatus;
    variant: string;
    options: Record<string, string>;
    seats: number;
    occupants: turnledger.Occupant[];
    hostAccountId?: string;
    private: boolean;
    rated: boolean;
    commitment: string;
    toAct: number[];
    moment?: turnledger.Moment;
    outcome?: turnledger.Outcome;
    openTime?: string;
    changeTime?: string;
    terms?: turnledger.Terms;
    clocks: turnledger.SeatClock[];
    proposal?: turnledger.Proposal;
    beacon?: turnledger.Beacon;
    starting?: turnledger.Starting;
    draw?: turnledger.AwaitedDraw;
  }
  interface AwaitedDraw {
    seat: number;
    round: number;
    roundTime?: string;
  }
  interface Starting {
    round: number;
    roundTime?: string;
  }
  interface Proposal {
    agreed: number[];
    undo?: turnledger.Proposal.Undo;
    abandon?: turnledger.Proposal.Abandon;
    noRounds?: turnledger.Proposal.NoRounds;
  }
  namespace Proposal {
    interface Undo {
      toVersion: number;
    }
    interface Abandon {
    }
    interface NoRounds {
    }
  }
  interface Occupant {
    colour: string;
    accountId: string;
    displayName: string;
    bot: string;
    ready: boolean;
    resigned: boolean;
    guest: boolean;
    deviceKeys: string[];
    program: boolean;
  }
  interface CreateTableRequest {
    requestId: string;
    variant: string;
    seats: number;
    options: Record<string, string>;
    private: boolean;
    unrated: boolean;
    join: boolean;
    colour: string;
    nonce: string;
    bots: string[];
    start: boolean;
    terms?: turnledger.Terms;
    seed?: string;
    setup?: Record<string, any>;
  }
  interface CreateTableResponse {
    table?: turnledger.Table;
  }
  interface GetTableRequest {
    gameId: string;
  }
  interface GetTableResponse {
    table?: turnledger.Table;
  }
  interface ListTablesRequest {
    pageSize: number;
    pageToken: string;
    status: turnledger.TableStatus;
    variant: string;
  }
  interface ListTablesResponse {
    tables: turnledger.Table[];
    nextPageToken: string;
  }
  interface JoinTableRequest {
    requestId: string;
    gameId: string;
    colour: string;
    nonce: string;
    invite: string;
  }
  interface JoinTableResponse {
    table?: turnledger.Table;
    seat?: number;
  }
  interface LeaveTableRequest {
    requestId: string;
    gameId: string;
  }
  interface LeaveTableResponse {
    table?: turnledger.Table;
  }
  interface AddBotRequest {
    requestId: string;
    gameId: string;
    bot: string;
    colour: string;
  }
  interface AddBotResponse {
    table?: turnledger.Table;
  }
  interface ClearSeatRequest {
    requestId: string;
    gameId: string;
    seat?: number;
    expectedVersion?: number;
  }
  interface ClearSeatResponse {
    table?: turnledger.Table;
  }
  interface StartGameRequest {
    requestId: string;
    gameId: string;
    expectedVersion?: number;
  }
  interface StartGameResponse {
    table?: turnledger.Table;
  }
  interface BeginGameRequest {
    requestId: string;
    gameId: string;
    round: number;
    signature: string;
  }
  interface BeginGameResponse {
    table?: turnledger.Table;
  }
  interface CloseTableRequest {
    requestId: string;
    gameId: string;
  }
  interface CloseTableResponse {
    table?: turnledger.Table;
  }
  interface ArrangeSeatsRequest {
    requestId: string;
    gameId: string;
    order: number[];
    expectedVersion?: number;
  }
  interface ArrangeSeatsResponse {
    table?: turnledger.Table;
  }
  interface ChooseColourRequest {
    requestId: string;
    gameId: string;
    seat?: number;
    colour: string;
    expectedVersion?: number;
  }
  interface ChooseColourResponse {
    table?: turnledger.Table;
  }
  interface SetReadyRequest {
    requestId: string;
    gameId: string;
    ready?: boolean;
  }
  interface SetReadyResponse {
    table?: turnledger.Table;
  }
  interface GetInviteRequest {
    gameId: string;
  }
  interface GetInviteResponse {
    invite: string;
  }
  interface QuickMatchRequest {
    requestId: string;
    variant: string;
    seats: number;
    options: Record<string, string>;
    unrated: boolean;
    clock?: turnledger.Clock;
    nonce: string;
    leastFinished?: turnledger.LeastFinished;
  }
  interface QuickMatchResponse {
    table?: turnledger.Table;
  }
  interface RematchRequest {
    requestId: string;
    gameId: string;
    nonce: string;
  }
  interface RematchResponse {
    table?: turnledger.Table;
  }
  type NoticeKind = "NOTICE_KIND_UNSPECIFIED" | "NOTICE_KIND_YOUR_TURN" | "NOTICE_KIND_TIME_IS_SHORT" | "NOTICE_KIND_GAME_OVER" | "NOTICE_KIND_SEAT_LOST" | "NOTICE_KIND_INVITED" | "NOTICE_KIND_MENTIONED" | "NOTICE_KIND_REPORT_ANSWERED" | "NOTICE_KIND_ORDER_ENDED" | "NOTICE_KIND_ADMITTED" | "NOTICE_KIND_ROUND_BEGAN" | "NOTICE_KIND_TOURNAMENT_OVER";
  type GamePace = "GAME_PACE_UNSPECIFIED" | "GAME_PACE_LIVE" | "GAME_PACE_SLOW";
  type WebhookFormat = "WEBHOOK_FORMAT_UNSPECIFIED" | "WEBHOOK_FORMAT_DISCORD" | "WEBHOOK_FORMAT_SLACK" | "WEBHOOK_FORMAT_TELEGRAM" | "WEBHOOK_FORMAT_SIGNED_JSON" | "WEBHOOK_FORMAT_CLOUDEVENTS";
  interface Target {
    targetId: string;
    webhook?: turnledger.Webhook;
    webPush?: turnledger.WebPush;
    mail?: turnledger.Mail;
    fcm?: turnledger.FcmApp;
    apns?: turnledger.ApnsApp;
    kinds: turnledger.NoticeKind[];
    pace: turnledger.GamePace;
    waitS: number;
    daily: boolean;
    language: string;
    off: boolean;
    proven: boolean;
    allKinds: boolean;
  }
  interface Webhook {
    url: string;
    format: turnledger.WebhookFormat;
  }
  interface WebPush {
    url: string;
    p256dh: string;
    auth: string;
  }
  interface Mail {
    address: string;
  }
  interface FcmApp {
    registrationToken: string;
  }
  interface ApnsApp {
    deviceToken: string;
  }
  interface Hours {
    timeZone: string;
    quietFrom: number;
    quietUntil: number;
    digestMinute: number;
  }
  interface SetTargetRequest {
    target?: turnledger.Target;
    password: string;
    ownerProof?: turnledger.OwnerProof;
  }
  interface SetTargetResponse {
    target?: turnledger.Target;
    secret: string;
  }
  interface ListTargetsRequest {
  }
  interface ListTargetsResponse {
    targets: turnledger.Target[];
  }
  interface DeleteTargetRequest {
    targetId: string;
  }
  interface DeleteTargetResponse {
  }
  interface ConfirmMailRequest {
    token: string;
  }
  interface ConfirmMailResponse {
  }
  interface SendTestNoticeRequest {
    targetId: string;
  }
  interface SendTestNoticeResponse {
  }
  interface GetHoursRequest {
  }
  interface GetHoursResponse {
    hours?: turnledger.Hours;
  }
  interface SetHoursRequest {
    hours?: turnledger.Hours;
  }
  interface SetHoursResponse {
    hours?: turnledger.Hours;
  }
  interface SetGameQuietRequest {
    gameId: string;
    quiet?: boolean;
  }
  interface SetGameQuietResponse {
  }
  interface GetPushKeyRequest {
  }
  interface GetPushKeyResponse {
    publicKey: string;
    fcmProject: string;
    apnsTopic: string;
  }
  interface StopTableRequest {
    requestId: string;
    gameId: string;
  }
  interface StopTableResponse {
    table?: turnledger.Table;
  }
  interface ListAccountTablesRequest {
    accountId: string;
    pageSize: number;
    pageToken: string;
  }
  interface ListAccountTablesResponse {
    tables: turnledger.Table[];
    nextPageToken: string;
  }
  interface ListTableMessagesRequest {
    gameId: string;
    pageSize: number;
    pageToken: string;
    watching: boolean;
  }
  interface ListTableMessagesResponse {
    messages: turnledger.ChatMessage[];
    nextPageToken: string;
  }
  interface MuteAccountRequest {
    accountId: string;
  }
  interface MuteAccountResponse {
  }
  interface UnmuteAccountRequest {
    accountId: string;
  }
  interface UnmuteAccountResponse {
  }
  interface Report {
    number: number;
    gameId: string;
    reporter?: turnledger.Player;
    about?: turnledger.Player;
    message?: turnledger.ChatMessage;
    text: string;
    createTime?: string;
    watching: boolean;
    facts?: turnledger.ReportedFacts;
  }
  interface ReportedFacts {
    seat?: number;
    version: number;
    resigned: boolean;
    timedOut: boolean;
    botPlays: boolean;
    rank: number;
    reliability?: turnledger.Reliability;
  }
  interface ListReportsRequest {
    pageSize: number;
    pageToken: string;
  }
  interface ListReportsResponse {
    reports: turnledger.Report[];
    nextPageToken: string;
  }
  interface SettleReportRequest {
    number: number;
    text: string;
  }
  interface SettleReportResponse {
  }
  interface RenameAccountRequest {
    requestId: string;
    accountId: string;
    displayName: string;
    text: string;
  }
  interface RenameAccountResponse {
  }
  interface BanAccountRequest {
    requestId: string;
    accountId: string;
    text: string;
  }
  interface BanAccountResponse {
  }
  interface LiftBanRequest {
    requestId: string;
    accountId: string;
    text: string;
  }
  interface LiftBanResponse {
  }
  interface AccountAction {
    number: number;
    operatorId: string;
    createTime?: string;
    action: string;
    text: string;
    accountId: string;
    allowedBy: string;
    grant: turnledger.Grant;
    grantEndTime?: string;
  }
  interface ListAccountActionsRequest {
    accountId: string;
    pageSize: number;
    pageToken: string;
  }
  interface ListAccountActionsResponse {
    actions: turnledger.AccountAction[];
    nextPageToken: string;
    banned: boolean;
    muted: boolean;
  }
  interface SetMaintenanceRequest {
    requestId: string;
    maintenance?: turnledger.MaintenanceNotice;
  }
  interface SetMaintenanceResponse {
  }
  interface ClearMaintenanceRequest {
    requestId: string;
  }
  interface ClearMaintenanceResponse {
  }
  interface CompareWithExpertRequest {
    accountId: string;
    variant: string;
  }
  interface CompareWithExpertResponse {
    games: number;
    decisions: number;
    sharePermille: number;
    players: number;
    othersDecisions: number;
    othersSharePermille: number;
    beyond?: turnledger.BeyondExpected;
  }
  interface BeyondExpected {
    excessPermille: number;
    lowPermille: number;
    highPermille: number;
  }
  interface StaffGrant {
    number: number;
    holder?: turnledger.Player;
    grant: turnledger.Grant;
    giverId: string;
    text: string;
    createTime?: string;
    endTime?: string;
  }
  interface GiveGrantRequest {
    requestId: string;
    accountId: string;
    grant: turnledger.Grant;
    endTime?: string;
    text: string;
  }
  interface GiveGrantResponse {
  }
  interface TakeGrantRequest {
    requestId: string;
    accountId: string;
    grant: turnledger.Grant;
    text: string;
  }
  interface TakeGrantResponse {
  }
  interface ListGrantsRequest {
    pageSize: number;
    pageToken: string;
  }
  interface ListGrantsResponse {
    grants: turnledger.StaffGrant[];
    nextPageToken: string;
  }
  interface ListOperatorActionsRequest {
    pageSize: number;
    pageToken: string;
  }
  interface ListOperatorActionsResponse {
    actions: turnledger.AccountAction[];
    nextPageToken: string;
  }
  interface FindPlayersRequest {
    name: string;
  }
  interface FindPlayersResponse {
    players: turnledger.Player[];
  }
  interface SetListedRequest {
    listed?: boolean;
  }
  interface SetListedResponse {
  }
  interface GetListedRequest {
  }
  interface GetListedResponse {
    listed: boolean;
  }
  interface ListPlayedWithRequest {
  }
  interface ListPlayedWithResponse {
    companions: turnledger.Companion[];
  }
  interface Companion {
    player?: turnledger.Player;
    games: number;
    lastGameId: string;
    lastTime?: string;
  }
  interface FollowRequest {
    accountId: string;
  }
  interface FollowResponse {
  }
  interface UnfollowRequest {
    accountId: string;
  }
  interface UnfollowResponse {
  }
  interface ListFollowedRequest {
    pageSize: number;
    pageToken: string;
  }
  interface ListFollowedResponse {
    players: turnledger.Player[];
    nextPageToken: string;
  }
  interface BlockRequest {
    accountId: string;
  }
  interface BlockResponse {
  }
  interface UnblockRequest {
    accountId: string;
  }
  interface UnblockResponse {
  }
  interface ListBlockedRequest {
    pageSize: number;
    pageToken: string;
  }
  interface ListBlockedResponse {
    players: turnledger.Player[];
    nextPageToken: string;
  }
  interface GetGameNoteRequest {
    gameId: string;
  }
  interface GetGameNoteResponse {
    note: string;
  }
  interface SetGameNoteRequest {
    gameId: string;
    note: string;
  }
  interface SetGameNoteResponse {
  }
  interface SubmitRequest {
    gameId: string;
    requestId: string;
    expectedVersion?: number;
    validateOnly: boolean;
    parts?: turnledger.Parts;
    command?: turnledger.Command;
    choice?: turnledger.Choice;
    device?: turnledger.DeviceSignature;
  }
  interface DeviceSignature {
    key: string;
    version: number;
    signature: string;
  }
  interface ToSign {
    version: number;
    chain: string;
    command: string;
  }
  interface SessionRequest {
    submit?: turnledger.SubmitRequest;
    act?: turnledger.ActRequest;
  }
  interface SessionResponse {
    requestId: string;
    submit?: turnledger.SubmitResponse;
    act?: turnledger.ActResponse;
    error?: {code: number, message: string, details: any[]};
  }
  interface Choice {
    option?: number;
    number?: number;
  }
  interface SubmitResponse {
    gameId: string;
    firstVersion: number;
    version: number;
    events: turnledger.GameEvent[];
    snapshot?: turnledger.Snapshot;
    toSign?: turnledger.ToSign;
  }
  interface ListOptionsRequest {
    gameId: string;
  }
  interface ListOptionsResponse {
    version: number;
    seat: number;
    options: turnledger.Option[];
    toAct: number[];
    chain: string;
  }
  interface ListCommandsRequest {
    gameId: string;
    expectedVersion?: number;
    option?: number;
    fromNumber: number;
    pageSize: number;
    pageToken: string;
  }
  interface ListCommandsResponse {
    commands: turnledger.NumberedCommand[];
    nextPageToken: string;
  }
  interface NumberedCommand {
    number: number;
    command?: turnledger.Command;
    says: string;
  }
  interface Refusal {
    rule: string;
    facts?: Record<string, any>;
  }
  interface LegalInstead {
    version: number;
    toAct: number[];
    commands: turnledger.LegalCommand[];
  }
  interface LegalCommand {
    kind: string;
    count: number;
    example?: turnledger.Command;
  }
  interface ActRequest {
    gameId: string;
    requestId: string;
    expectedVersion?: number;
    parts?: turnledger.Parts;
    takeVacation?: turnledger.ActRequest.TakeVacation;
    handSeat?: turnledger.ActRequest.HandSeat;
    takeSeatBack?: turnledger.ActRequest.TakeSeatBack;
    resign?: turnledger.ActRequest.Resign;
    undo?: turnledger.ActRequest.Undo;
    proposeUndo?: turnledger.ActRequest.ProposeUndo;
    proposeAbandon?: turnledger.ActRequest.ProposeAbandon;
    vote?: turnledger.ActRequest.Vote;
    takeHint?: turnledger.ActRequest.TakeHint;
    proposeNoRounds?: turnledger.ActRequest.ProposeNoRounds;
    validateOnly: boolean;
    device?: turnledger.DeviceSignature;
  }
  namespace ActRequest {
    interface TakeVacation {
      days: number;
    }
    interface HandSeat {
      bot: string;
    }
    interface TakeHint {
    }
    interface TakeSeatBack {
    }
    interface Resign {
    }
    interface Undo {
      commands: number;
    }
    interface ProposeUndo {
      commands: number;
    }
    interface ProposeAbandon {
    }
    interface ProposeNoRounds {
    }
    interface Vote {
      agree?: boolean;
    }
  }
  interface ActResponse {
    gameId: string;
    firstVersion: number;
    version: number;
    events: turnledger.GameEvent[];
    snapshot?: turnledger.Snapshot;
    toSign?: turnledger.ToSign;
  }
  interface SetOrdersRequest {
    gameId: string;
    requestId: string;
    expectedVersion?: number;
    validateOnly: boolean;
    phase: string;
    items: turnledger.Order[];
    ignore: string[];
    parts?: turnledger.Parts;
  }
  interface SetOrdersResponse {
    orders?: turnledger.SeatOrders;
    events: turnledger.GameEvent[];
    snapshot?: turnledger.Snapshot;
  }
  interface GetOrdersRequest {
    gameId: string;
    seat?: number;
  }
  interface GetOrdersResponse {
    orders?: turnledger.SeatOrders;
  }
  interface SeatOrders {
    seat: number;
    version: number;
    standing?: turnledger.StandingOrder;
    ended: turnledger.EndedOrder[];
  }
  interface StandingOrder {
    number: number;
    afterVersion: number;
    round: number;
    phase: string;
    items: turnledger.Order[];
    ignore: string[];
    item: number;
    given: number;
    commands: number;
    endsTurn: boolean;
  }
  interface EndedOrder {
    number: number;
    reason: string;
    says: string;
    facts?: Record<string, any>;
    version: number;
  }
  interface GetHintRequest {
    gameId: string;
  }
  interface GetHintResponse {
    version: number;
    command?: turnledger.Command;
    says: string;
  }
  interface PowerGridCommand {
    nominatePlant?: turnledger.PowerGridCommand.NominatePlant;
    passNomination?: turnledger.PowerGridCommand.PassNomination;
    placeBid?: turnledger.PowerGridCommand.PlaceBid;
    passBid?: turnledger.PowerGridCommand.PassBid;
    scrapPlant?: turnledger.PowerGridCommand.ScrapPlant;
    buyResources?: turnledger.PowerGridCommand.BuyResources;
    finishBuying?: turnledger.PowerGridCommand.FinishBuying;
    connectCity?: turnledger.PowerGridCommand.ConnectCity;
    finishBuilding?: turnledger.PowerGridCommand.FinishBuilding;
    runPlants?: turnledger.PowerGridCommand.RunPlants;
    sellUranium?: turnledger.PowerGridCommand.SellUranium;
    declineUraniumSale?: turnledger.PowerGridCommand.DeclineUraniumSale;
    chooseRegion?: turnledger.PowerGridCommand.ChooseRegion;
    barCity?: turnledger.PowerGridCommand.BarCity;
    nameCity?: turnledger.PowerGridCommand.NameCity;
    passNaming?: turnledger.PowerGridCommand.PassNaming;
  }
  namespace PowerGridCommand {
    interface NominatePlant {
      plant: string;
      bid: number;
    }
    interface PassNomination {
    }
    interface PlaceBid {
      amount: number;
    }
    interface PassBid {
    }
    interface ScrapPlant {
      plant: string;
      returned?: turnledger.Amounts;
    }
    interface BuyResources {
      items: Record<string, number>;
    }
    interface FinishBuying {
    }
    interface ConnectCity {
      city: string;
      mode?: string;
    }
    interface FinishBuilding {
    }
    interface RunPlants {
      runs: turnledger.PowerGridRun[];
    }
    interface SellUranium {
    }
    interface DeclineUraniumSale {
    }
    interface ChooseRegion {
      region: string;
    }
    interface BarCity {
      city: string;
    }
    interface NameCity {
      city: string;
      bid: number;
    }
    interface PassNaming {
    }
  }
  interface PowerGridOrder {
    bidUpTo?: turnledger.PowerGridOrder.BidUpTo;
    passAuctions?: turnledger.PowerGridOrder.PassAuctions;
    buyFuel?: turnledger.PowerGridOrder.BuyFuel;
    finish?: turnledger.PowerGridOrder.Finish;
    runThese?: turnledger.PowerGridOrder.RunThese;
    runMost?: turnledger.PowerGridOrder.RunMost;
    connectFor?: turnledger.PowerGridOrder.ConnectFor;
  }
  namespace PowerGridOrder {
    interface BidUpTo {
      plant: string;
      most: number;
      thenPass: boolean;
    }
    interface PassAuctions {
      plant?: string;
    }
    interface BuyFuel {
      fuel: string;
      tokens: number;
      priceMost: number;
    }
    interface Finish {
    }
    interface ConnectFor {
      city: string;
      most: number;
    }
    interface RunThese {
      runs: turnledger.PowerGridRun[];
    }
    interface RunMost {
    }
  }
  interface PowerGridEvent {
    gameStarted?: turnledger.PowerGridEvent.GameStarted;
    roundBegan?: turnledger.PowerGridEvent.RoundBegan;
    phaseBegan?: turnledger.PowerGridEvent.PhaseBegan;
    phaseSkipped?: turnledger.PowerGridEvent.PhaseSkipped;
    turnOrderDetermined?: turnledger.PowerGridEvent.TurnOrderDetermined;
    plantNominated?: turnledger.PowerGridEvent.PlantNominated;
    nominationPassed?: turnledger.PowerGridEvent.NominationPassed;
    bidPlaced?: turnledger.PowerGridEvent.BidPlaced;
    bidPassed?: turnledger.PowerGridEvent.BidPassed;
    plantBought?: turnledger.PowerGridEvent.PlantBought;
    plantScrapped?: turnledger.PowerGridEvent.PlantScrapped;
    compensationPaid?: turnledger.PowerGridEvent.CompensationPaid;
    renovationCardRemoved?: turnledger.PowerGridEvent.RenovationCardRemoved;
    plantDrawn?: turnledger.PowerGridEvent.PlantDrawn;
    plantRemoved?: turnledger.PowerGridEvent.PlantRemoved;
    plantPutUnderDeck?: turnledger.PowerGridEvent.PlantPutUnderDeck;
    stage3CardDrawn?: turnledger.PowerGridEvent.Stage3CardDrawn;
    stage3CardRemoved?: turnledger.PowerGridEvent.Stage3CardRemoved;
    deckShuffled?: turnledger.PowerGridEvent.DeckShuffled;
    stageBegan?: turnledger.PowerGridEvent.StageBegan;
    carbonTaxIntroduced?: turnledger.PowerGridEvent.CarbonTaxIntroduced;
    resourcesBought?: turnledger.PowerGridEvent.ResourcesBought;
    resourceBuyingFinished?: turnledger.PowerGridEvent.ResourceBuyingFinished;
    resourceBuyingPassed?: turnledger.PowerGridEvent.ResourceBuyingPassed;
    cityConnected?: turnledger.PowerGridEvent.CityConnected;
    buildingFinished?: turnledger.PowerGridEvent.BuildingFinished;
    blackoutDeclared?: turnledger.PowerGridEvent.BlackoutDeclared;
    plantsRun?: turnledger.PowerGridEvent.PlantsRun;
    citiesPowered?: turnledger.PowerGridEvent.CitiesPowered;
    incomePaid?: turnledger.PowerGridEvent.IncomePaid;
    uraniumSold?: turnledger.PowerGridEvent.UraniumSold;
    uraniumSaleDeclined?: turnledger.PowerGridEvent.UraniumSaleDeclined;
    uraniumExported?: turnledger.PowerGridEvent.UraniumExported;
    resourcesResupplied?: turnledger.PowerGridEvent.ResourcesResupplied;
    gameEndTriggered?: turnledger.PowerGridEvent.GameEndTriggered;
    gameEnded?: turnledger.PowerGridEvent.GameEnded;
    robotBuilt?: turnledger.PowerGridEvent.RobotBuilt;
    robotDrew?: turnledger.PowerGridEvent.RobotDrew;
    regionChosen?: turnledger.PowerGridEvent.RegionChosen;
    robotRegionDrawn?: turnledger.PowerGridEvent.RobotRegionDrawn;
    cityBarred?: turnledger.PowerGridEvent.CityBarred;
    cityNamingBegan?: turnledger.PowerGridEvent.CityNamingBegan;
    cityNamed?: turnledger.PowerGridEvent.CityNamed;
    namingPassed?: turnledger.PowerGridEvent.NamingPassed;
    namingPaid?: turnledger.PowerGridEvent.NamingPaid;
    buildingOrdered?: turnledger.PowerGridEvent.BuildingOrdered;
  }
  namespace PowerGridEvent {
    interface GameStarted {
      ruleset: string;
      edition: string[];
      map: string;
      regions: string[];
      players: turnledger.PowerGridPlayer[];
      options: Record<string, string>;
      cash: number;
      resourceMarket: turnledger.MarketRow[];
      reserve: Record<string, number>;
      plantMarket?: turnledger.PowerGridPlantMarket;
      deckSize: number;
      deck: string[];
      removedBlind: string[];
      seed: string;
      uraniumTrack: turnledger.Space[];
      uraniumStore: number;
      renovationPile: turnledger.PowerGridRenovationCard[];
    }
    interface RobotBuilt {
      seat: number;
      plant: string;
      order: string;
      fuel: string;
      building: string;
      power: string;
      firstCity?: string;
      ability?: string;
      cash?: number;
    }
    interface RegionChosen {
      seat: number;
      region: string;
      regions: string[];
    }
    interface RobotRegionDrawn {
      seat: number;
      region: string;
      cities: string[];
      asked: number[];
      until: number;
    }
    interface CityNamingBegan {
      seat: number;
      cities: string[];
      asked: number[];
      bids: boolean;
    }
    interface CityNamed {
      seat: number;
      robot: number;
      city: string;
      bid: number;
    }
    interface NamingPassed {
      seat: number;
      robot: number;
    }
    interface NamingPaid {
      seat: number;
      robot: number;
      bid: number;
      cashAfter: number;
    }
    interface BuildingOrdered {
      order: number[];
    }
    interface CityBarred {
      seat: number;
      robot: number;
      city: string;
    }
    interface RobotDrew {
      seat: number;
      region: string;
      city: string;
    }
    interface RoundBegan {
      number: number;
    }
    interface PhaseBegan {
      name: string;
    }
    interface PhaseSkipped {
      reason: string;
    }
    interface TurnOrderDetermined {
      order: number[];
      reason: string;
      keys: turnledger.PowerGridSortKey[];
    }
    interface PlantNominated {
      seat: number;
      plant: string;
      bid: number;
      bidders: number[];
    }
    interface NominationPassed {
      seat: number;
    }
    interface BidPlaced {
      seat: number;
      plant: string;
      amount: number;
      outbid?: number;
    }
    interface BidPassed {
      seat: number;
      plant: string;
    }
    interface PlantBought {
      seat: number;
      plant: string;
      price: number;
      cashAfter: number;
      scrapRequired: boolean;
      current: string[];
      future: string[];
    }
    interface PlantScrapped {
      seat: number;
      plant: string;
      fuelReturned: Record<string, number>;
      fuelAfter: Record<string, number>;
      reserveAfter: Record<string, number>;
    }
    interface CompensationPaid {
      seat: number;
      card: number;
      kind: string;
      amount: number;
      cashAfter: number;
    }
    interface RenovationCardRemoved {
      card: number;
      nextCard?: turnledger.PowerGridRenovationCard;
      cardsLeft: number;
    }
    interface PlantDrawn {
      plant: string;
      reason: string;
      current: string[];
      future: string[];
      deckLeft: number;
    }
    interface PlantRemoved {
      plant: string;
      cause: string;
      current: string[];
      future: string[];
    }
    interface PlantPutUnderDeck {
      plant: string;
      current: string[];
      future: string[];
      deckLeft: number;
    }
    interface Stage3CardDrawn {
      duringPhase: string;
      startsWith?: turnledger.PowerGridMoment;
      inMarket: boolean;
      current: string[];
      future: string[];
      deckLeft: number;
    }
    interface Stage3CardRemoved {
      current: string[];
      future: string[];
    }
    interface DeckShuffled {
      deckLeft: number;
      order: string[];
    }
    interface StageBegan {
      stage: number;
      fromStage: number;
      trigger: string;
    }
    interface CarbonTaxIntroduced {
      resourceMarket: turnledger.MarketRow[];
    }
    interface ResourcesBought {
      seat: number;
      items: Record<string, number>;
      unitPrices: turnledger.UnitPrices[];
      total: number;
      cashAfter: number;
      fuelAfter: Record<string, number>;
      marketAfter: turnledger.MarketRow[];
      turnOver: boolean;
      costs: Record<string, number>;
    }
    interface ResourceBuyingFinished {
      seat: number;
    }
    interface ResourceBuyingPassed {
      seat: number;
    }
    interface CityConnected {
      seat: number;
      city: string;
      mode: string;
      startsNetwork?: number;
      slot: number;
      slotCost: number;
      connectionCost: number;
      path: string[];
      flat: boolean;
      total: number;
      cashAfter: number;
      networkSize: number;
    }
    interface BuildingFinished {
      seat: number;
      housesBuilt: number;
    }
    interface BlackoutDeclared {
      housesBuilt: number;
      threshold: number;
    }
    interface PlantsRun {
      seat: number;
      runs: turnledger.PowerGridRun[];
      fuelBurnt: Record<string, number>;
      output: number;
      fuelAfter: Record<string, number>;
      reserveAfter: Record<string, number>;
    }
    interface CitiesPowered {
      seat: number;
      cities: number;
      networkSize: number;
      afterLastRound: boolean;
    }
    interface IncomePaid {
      seat: number;
      cities: number;
      gross: number;
      penalty: number;
      net: number;
      cashAfter: number;
      afterLastRound: boolean;
    }
    interface UraniumSold {
      seat: number;
      mines: string[];
      units: number;
      price: number;
      income: number;
      tokensPlaced: number[];
      cashAfter: number;
      trackAfter: turnledger.Space[];
      storeAfter: number;
      afterLastRound: boolean;
    }
    interface UraniumSaleDeclined {
      seat: number;
      auto: boolean;
    }
    interface UraniumExported {
      spaces: number[];
      count: number;
      trackAfter: turnledger.Space[];
      storeAfter: number;
    }
    interface ResourcesResupplied {
      stage: number;
      wanted: Record<string, number>;
      placed: turnledger.MarketRow[];
      marketAfter: turnledger.MarketRow[];
      reserveAfter: Record<string, number>;
    }
    interface GameEndTriggered {
      players: number[];
      networkSize: number;
    }
    interface GameEnded {
      ranking: turnledger.PowerGridRank[];
      winners: number[];
    }
  }
  interface PowerGridRun {
    plant: string;
    fuel: Record<string, number>;
  }
  interface PowerGridPlayer {
    seat: number;
    colour: string;
  }
  interface PowerGridPlantMarket {
    current: string[];
    future: string[];
  }
  interface PowerGridRenovationCard {
    card: number;
    first: number;
    others: number;
  }
  interface PowerGridSortKey {
    seat: number;
    cities: number;
    bestPlant?: string;
  }
  interface PowerGridMoment {
    round: number;
    phase: string;
  }
  interface PowerGridRank {
    seat: number;
    rank: number;
    powered: number;
    cash: number;
    cities: number;
  }
  interface PowerGridOption {
    nominateOption?: turnledger.PowerGridOption.NominateOption;
    passNominationOption?: turnledger.PowerGridOption.PassNominationOption;
    placeBidOption?: turnledger.PowerGridOption.PlaceBidOption;
    passBidOption?: turnledger.PowerGridOption.PassBidOption;
    scrapPlantOption?: turnledger.PowerGridOption.ScrapPlantOption;
    buyResourcesOption?: turnledger.PowerGridOption.BuyResourcesOption;
    finishBuyingOption?: turnledger.PowerGridOption.FinishBuyingOption;
    connectCityOption?: turnledger.PowerGridOption.ConnectCityOption;
    finishBuildingOption?: turnledger.PowerGridOption.FinishBuildingOption;
    runPlantsOption?: turnledger.PowerGridOption.RunPlantsOption;
    sellUraniumOption?: turnledger.PowerGridOption.SellUraniumOption;
    declineUraniumSaleOption?: turnledger.PowerGridOption.DeclineUraniumSaleOption;
    chooseRegionOption?: turnledger.PowerGridOption.ChooseRegionOption;
    barCityOption?: turnledger.PowerGridOption.BarCityOption;
    nameCityOption?: turnledger.PowerGridOption.NameCityOption;
    passNamingOption?: turnledger.PowerGridOption.PassNamingOption;
  }
  namespace PowerGridOption {
    interface NominateOption {
      plant: string;
      bidMin: number;
      bidMax: number;
    }
    interface PassNominationOption {
    }
    interface PlaceBidOption {
      plant: string;
      amountMin: number;
      amountMax: number;
    }
    interface PassBidOption {
      plant: string;
    }
    interface ScrapPlantOption {
      plant: string;
      returns: turnledger.Amounts[];
    }
    interface BuyResourcesOption {
      prices: turnledger.UnitPrices[];
      cash: number;
      stock: Record<string, number>;
      storage?: turnledger.PowerGridStorage;
      tokensMax?: number;
    }
    interface FinishBuyingOption {
    }
    interface ConnectCityOption {
      city: string;
      mode: string;
      slot: number;
      slotCost: number;
      connectionCost: number;
      path: string[];
      flat: boolean;
      total: number;
    }
    interface FinishBuildingOption {
    }
    interface RunPlantsOption {
      plants: turnledger.PowerGridRunnable[];
      stock: Record<string, number>;
      networkSize: number;
      citiesMin: number;
      storage?: turnledger.PowerGridStorage;
    }
    interface SellUraniumOption {
      mines: string[];
      units: number;
      price: number;
    }
    interface DeclineUraniumSaleOption {
    }
    interface ChooseRegionOption {
      region: string;
    }
    interface BarCityOption {
      robot: number;
      region: string;
      city: string;
    }
    interface NameCityOption {
      robot: number;
      city: string;
      bidMin: number;
      bidMax: number;
    }
    interface PassNamingOption {
      robot: number;
    }
  }
  interface PowerGridRunnable {
    plant: string;
    powers: number;
    burns: turnledger.Amounts[];
    kind: string;
  }
  interface PowerGridStorage {
    coal: number;
    oil: number;
    garbage: number;
    uranium: number;
    hybrid: number;
    any: number;
  }
  interface PowerGridBoard {
    variant: string;
    regions: string[];
    round: number;
    phase: string;
    stage: number;
    stage3Drawn: boolean;
    toAct: number[];
    order: number[];
    seats: turnledger.PowerGridSeat[];
    current: string[];
    future: string[];
    deckLeft: number;
    underDeck: string[];
    removed: string[];
    removedBlind: number;
    lot?: turnledger.PowerGridLot;
    scrap?: turnledger.PowerGridScrap;
    resourceMarket: turnledger.MarketRow[];
    reserve: Record<string, number>;
    houses: turnledger.PowerGridHouses[];
    housesBuilt: number;
    modules: turnledger.PowerGridModule[];
    ending: boolean;
    ranking: turnledger.PowerGridRank[];
    editions: string[];
  }
  interface PowerGridSeat {
    seat: number;
    colour: string;
    cash: number;
    plants: string[];
    fuel: Record<string, number>;
    cities: string[];
    networksStarted: number;
    powered: number;
  }
  interface PowerGridLot {
    plant: string;
    bid: number;
    bidders: number[];
  }
  interface PowerGridScrap {
    seat: number;
    bought: string;
  }
  interface PowerGridRenovationPile {
    cards: turnledger.PowerGridRenovationCard[];
    closings: number;
  }
  interface PowerGridUraniumTrack {
    spaces: turnledger.Space[];
    store: number;
    decided: number[];
  }
  interface PowerGridRobot {
    seat: number;
    plant: string;
    order: string;
    fuel: string;
    building: string;
    power: string;
    firstCity?: string;
    ability?: string;
  }
  interface PowerGridRobotSeats {
    robots: turnledger.PowerGridRobot[];
  }
  interface PowerGridCityBarring {
    robot: number;
    asked: number[];
    region: string;
    cities: string[];
    until: number;
  }
  interface PowerGridCityNaming {
    robot: number;
    asked: number[];
    cities: string[];
    bids: boolean;
    named: string[];
    bid: number;
    bidder?: number;
  }
  interface PowerGridHouses {
    city: string;
    seats: number[];
  }
  interface PowerGridModule {
    renovationPile?: turnledger.PowerGridRenovationPile;
    uraniumTrack?: turnledger.PowerGridUraniumTrack;
    robotSeats?: turnledger.PowerGridRobotSeats;
    cityBarring?: turnledger.PowerGridCityBarring;
    cityNaming?: turnledger.PowerGridCityNaming;
  }
  interface PowerGridData {
    map?: turnledger.PowerGridMap;
    plants: turnledger.PowerGridPlant[];
    regionSets: turnledger.PowerGridRegionSet[];
  }
  interface PowerGridRegionSet {
    players: number;
    value: string;
  }
  interface PowerGridMap {
    id: string;
    names: Record<string, string>;
    regions: turnledger.PowerGridRegion[];
    cities: turnledger.PowerGridCity[];
    links: turnledger.PowerGridLink[];
    width: number;
    height: number;
    provenance: Record<string, string>;
  }
  interface PowerGridRegion {
    id: string;
    names: Record<string, string>;
    neighbours: string[];
  }
  interface PowerGridCity {
    id: string;
    names: Record<string, string>;
    region: string;
    slots: number[];
    x: number;
    y: number;
  }
  interface PowerGridLink {
    cityA: string;
    cityB: string;
    price: number;
  }
  interface PowerGridPlant {
    plant: string;
    kind: string;
    burns: number;
    powers: number;
    stores: number;
    bidMin: number;
  }
  type DeclineReason = "DECLINE_REASON_UNSPECIFIED" | "DECLINE_REASON_LATER" | "DECLINE_REASON_VARIANT" | "DECLINE_REASON_SEATS" | "DECLINE_REASON_OPTIONS" | "DECLINE_REASON_CLOCK" | "DECLINE_REASON_RATED" | "DECLINE_REASON_UNRATED" | "DECLINE_REASON_OTHER";
  interface Program {
    player?: turnledger.Player;
    owner?: turnledger.Player;
    homePage: string;
    createTime?: string;
  }
  interface CreateProgramRequest {
    displayName: string;
    homePage: string;
  }
  interface CreateProgramResponse {
    program?: turnledger.Program;
    token: string;
  }
  interface ListProgramsRequest {
    ownerAccountId: string;
    pageSize: number;
    pageToken: string;
  }
  interface ListProgramsResponse {
    programs: turnledger.Program[];
    nextPageToken: string;
  }
  interface CreateProgramTokenRequest {
    accountId: string;
  }
  interface CreateProgramTokenResponse {
    token: string;
  }
  interface DeleteProgramRequest {
    accountId: string;
  }
  interface DeleteProgramResponse {
  }
  interface ListChallengesRequest {
    pageSize: number;
    pageToken: string;
  }
  interface ListChallengesResponse {
    tables: turnledger.Table[];
    nextPageToken: string;
  }
  interface DeclineChallengeRequest {
    requestId: string;
    gameId: string;
    reason: turnledger.DeclineReason;
  }
  interface DeclineChallengeResponse {
  }
  interface PublicItem {
    id: string;
    position: string;
    time?: string;
    tableOpened?: turnledger.PublicTableOpened;
    tableStarted?: turnledger.PublicTableStarted;
    tableEnded?: turnledger.PublicTableEnded;
    tableClosed?: turnledger.PublicTableClosed;
    tournamentOpened?: turnledger.PublicTournamentOpened;
    tournamentStarted?: turnledger.PublicTournamentStarted;
    roundPaired?: turnledger.PublicRoundPaired;
    tournamentEnded?: turnledger.PublicTournamentEnded;
  }
  interface PublicTableOpened {
    gameId: string;
    variant: string;
    options: Record<string, string>;
    seats: number;
    rated: boolean;
    host?: turnledger.Player;
    clubId: string;
  }
  interface PublicTableStarted {
    gameId: string;
    variant: string;
    rated: boolean;
    seats: turnledger.PublicSeat[];
  }
  interface PublicTableEnded {
    gameId: string;
    variant: string;
    rated: boolean;
    seats: turnledger.PublicSeat[];
    reason: string;
    standings: turnledger.Standing[];
    ratings: turnledger.PublicRating[];
  }
  interface PublicTableClosed {
    gameId: string;
    cause: string;
  }
  interface PublicSeat {
    colour: string;
    player?: turnledger.Player;
    bot: string;
  }
  interface PublicRating {
    player?: turnledger.Player;
    variant: string;
    rating: number;
    deviation: number;
    provisional: boolean;
    withBots: boolean;
    live: boolean;
  }
  interface PublicTournamentOpened {
    tournamentId: string;
    name: string;
    organiser?: turnledger.Player;
    variants: string[];
    seats: number;
    rated: boolean;
    clubId: string;
  }
  interface PublicTournamentStarted {
    tournamentId: string;
    players: number;
    divisions: number;
  }
  interface PublicRoundPaired {
    tournamentId: string;
    round: number;
    tables: number;
    given: boolean;
  }
  interface PublicTournamentEnded {
    tournamentId: string;
    reason: string;
    winners: turnledger.Player[];
  }
  interface GetPuzzleRequest {
    number: number;
  }
  interface GetPuzzleResponse {
    puzzle?: turnledger.Puzzle;
    standing?: turnledger.PuzzleStanding;
    solution?: turnledger.PuzzleSolution;
  }
  interface Puzzle {
    number: number;
    day: string;
    table?: turnledger.Table;
    snapshot?: turnledger.Snapshot;
    choices: turnledger.PuzzleChoice[];
    points: number;
    answers: number;
  }
  interface PuzzleChoice {
    command?: turnledger.Command;
    says: string;
  }
  interface PuzzleStanding {
    points: number;
    deviation: number;
    answers: number;
  }
  interface PuzzleSolution {
    choice: number;
    best: number;
    done: number;
    figures: turnledger.PuzzleFigures[];
    gameId: string;
    version: number;
    worlds: number;
    searchNumber: number;
    botNumber: number;
    rulesVersion: number;
  }
  interface PuzzleFigures {
    chancePermille: number;
    errorPermille: number;
  }
  interface AnswerPuzzleRequest {
    number: number;
    choice?: number;
  }
  interface AnswerPuzzleResponse {
    solution?: turnledger.PuzzleSolution;
    standing?: turnledger.PuzzleStanding;
  }
  type Scope = "SCOPE_UNSPECIFIED" | "SCOPE_PUBLIC" | "SCOPE_SESSION" | "SCOPE_GAMES_READ" | "SCOPE_GAMES_PLAY" | "SCOPE_TABLES_MANAGE" | "SCOPE_CLUBS_MANAGE" | "SCOPE_TOURNAMENTS_RUN" | "SCOPE_CHAT_READ" | "SCOPE_CHAT_WRITE" | "SCOPE_ACCOUNT_READ" | "SCOPE_ACCOUNT_MANAGE" | "SCOPE_OPENID" | "SCOPE_PROFILE";
  interface Parts {
    board: boolean;
    options: boolean;
    words: boolean;
  }
  interface Snapshot {
    version: number;
    status: turnledger.TableStatus;
    seat?: number;
    toAct: number[];
    moment?: turnledger.Moment;
    clocks: turnledger.SeatClock[];
    proposal?: turnledger.Proposal;
    board?: turnledger.Board;
    options?: turnledger.Options;
    draw?: turnledger.AwaitedDraw;
  }
  interface Options {
    options: turnledger.Option[];
  }
  type TournamentStatus = "TOURNAMENT_STATUS_UNSPECIFIED" | "TOURNAMENT_STATUS_ENTRY" | "TOURNAMENT_STATUS_RUNNING" | "TOURNAMENT_STATUS_ENDED" | "TOURNAMENT_STATUS_STARTING";
  type TournamentForm = "TOURNAMENT_FORM_UNSPECIFIED" | "TOURNAMENT_FORM_LEAGUE" | "TOURNAMENT_FORM_SWISS" | "TOURNAMENT_FORM_KNOCKOUT" | "TOURNAMENT_FORM_ARENA" | "TOURNAMENT_FORM_GIVEN";
  type EntrantStatus = "ENTRANT_STATUS_UNSPECIFIED" | "ENTRANT_STATUS_IN" | "ENTRANT_STATUS_WAITING" | "ENTRANT_STATUS_OUT" | "ENTRANT_STATUS_DISQUALIFIED";
  type PairingStatus = "PAIRING_STATUS_UNSPECIFIED" | "PAIRING_STATUS_OPEN" | "PAIRING_STATUS_PLAYED" | "PAIRING_STATUS_ANNULLED";
  type TournamentFile = "TOURNAMENT_FILE_UNSPECIFIED" | "TOURNAMENT_FILE_STANDINGS" | "TOURNAMENT_FILE_CROSSTABLE" | "TOURNAMENT_FILE_HISTORY";
  interface TournamentTerms {
    name: string;
    form: turnledger.TournamentForm;
    variants: string[];
    options: Record<string, string>;
    seats: number;
    rounds: number;
    advance: number;
    points: string;
    tieBreaks: string[];
    seededByRating: boolean;
    playersMax: number;
    checkIn: boolean;
    invitedAccountIds: string[];
    ratingMin?: number;
    ratingMax?: number;
    officialAccountIds: string[];
    clock?: turnledger.Clock;
    standIn: string;
    unrated: boolean;
    lateRounds: number;
    clubId: string;
    minutes: number;
    draws: string;
  }
  interface Tournament {
    eventId: string;
    version: number;
    status: turnledger.TournamentStatus;
    paused: boolean;
    organiser?: turnledger.Player;
    terms?: turnledger.TournamentTerms;
    round: number;
    players: number;
    waiting: number;
    divisions: number;
    createTime?: string;
    commitment: string;
    openTables: number;
    openingTables: number;
    endTime?: string;
    beaconRound: number;
    tournamentId: string;
    pairingClosed: boolean;
  }
  interface Entrant {
    number: number;
    player?: turnledger.Player;
    status: turnledger.EntrantStatus;
    checkedIn: boolean;
    rating?: number;
  }
  interface StandingsRow {
    rank: number;
    entrant?: turnledger.Entrant;
    division: number;
    points: number;
    played: number;
    wins: number;
    seconds: number;
    strength: number;
    share: number;
    byes: number;
    reached: number;
  }
  interface TournamentPairing {
    table: number;
    round: number;
    division: number;
    variant: string;
    seats: turnledger.PairingSeat[];
    gameId: string;
    status: turnledger.PairingStatus;
    standings: turnledger.Standing[];
    given: boolean;
    name: string;
    startTime?: string;
    options: Record<string, string>;
    clock?: turnledger.Clock;
    unrated: boolean;
  }
  interface PairingSeat {
    entrant?: turnledger.Entrant;
    points: number;
    met: number;
    unscored: boolean;
    scored?: number;
  }
  interface CreateTournamentRequest {
    requestId: string;
    terms?: turnledger.TournamentTerms;
    seed: string;
    afterEventId: string;
    moving: number;
    afterTournamentId: string;
  }
  interface CreateTournamentResponse {
    tournament?: turnledger.Tournament;
  }
  interface GetTournamentRequest {
    eventId: string;
    tournamentId: string;
  }
  interface GetTournamentResponse {
    tournament?: turnledger.Tournament;
    me?: turnledger.Entrant;
    myPairings: turnledger.TournamentPairing[];
    official: boolean;
    offered: boolean;
  }
  interface ListTournamentsRequest {
    status: turnledger.TournamentStatus;
    mine: boolean;
    pageSize: number;
    pageToken: string;
    ofClubId: string;
  }
  interface ListTournamentsResponse {
    tournaments: turnledger.Tournament[];
    nextPageToken: string;
  }
  interface EnterTournamentRequest {
    requestId: string;
    eventId: string;
    nonce: string;
    tournamentId: string;
  }
  interface EnterTournamentResponse {
    me?: turnledger.Entrant;
  }
  interface CheckInToTournamentRequest {
    requestId: string;
    eventId: string;
    tournamentId: string;
  }
  interface CheckInToTournamentResponse {
    me?: turnledger.Entrant;
  }
  interface WithdrawFromTournamentRequest {
    requestId: string;
    eventId: string;
    tournamentId: string;
  }
  interface WithdrawFromTournamentResponse {
    me?: turnledger.Entrant;
  }
  interface StartTournamentRequest {
    requestId: string;
    eventId: string;
    tournamentId: string;
  }
  interface StartTournamentResponse {
    tournament?: turnledger.Tournament;
  }
  interface DecideTournamentRequest {
    requestId: string;
    eventId: string;
    text: string;
    pause?: turnledger.PauseTournament;
    resume?: turnledger.ResumeTournament;
    cancel?: turnledger.CancelTournament;
    annul?: turnledger.AnnulGame;
    correct?: turnledger.CorrectResult;
    disqualify?: turnledger.DisqualifyEntrant;
    replace?: turnledger.ReplaceEntrant;
    reseat?: turnledger.ReseatTable;
    closePairing?: turnledger.ClosePairing;
    tournamentId: string;
  }
  interface PauseTournament {
  }
  interface ResumeTournament {
  }
  interface CancelTournament {
  }
  interface AnnulGame {
    table: number;
  }
  interface CorrectResult {
    table: number;
    standings: turnledger.Standing[];
  }
  interface DisqualifyEntrant {
    entrant: number;
  }
  interface ReplaceEntrant {
    entrant: number;
    accountId: string;
  }
  interface ReseatTable {
    table: number;
    accountIds: string[];
  }
  interface ClosePairing {
  }
  interface DecideTournamentResponse {
    tournament?: turnledger.Tournament;
  }
  interface GivenTable {
    name: string;
    accountIds: string[];
    variant: string;
    startTime?: string;
    options: Record<string, string>;
    clock?: turnledger.Clock;
    unrated: boolean;
  }
  interface CreateTablesRequest {
    requestId: string;
    tournamentId: string;
    tables: turnledger.GivenTable[];
  }
  interface CreateTablesResponse {
    pairings: turnledger.TournamentPairing[];
  }
  interface ListEntrantsRequest {
    eventId: string;
    pageSize: number;
    pageToken: string;
    tournamentId: string;
  }
  interface ListEntrantsResponse {
    entrants: turnledger.Entrant[];
    nextPageToken: string;
  }
  interface ListStandingsRequest {
    eventId: string;
    pageSize: number;
    pageToken: string;
    tournamentId: string;
  }
  interface ListStandingsResponse {
    rows: turnledger.StandingsRow[];
    nextPageToken: string;
    version: number;
  }
  interface ListPairingsRequest {
    eventId: string;
    round: number;
    openOnly: boolean;
    pageSize: number;
    pageToken: string;
    tournamentId: string;
  }
  interface ListPairingsResponse {
    pairings: turnledger.TournamentPairing[];
    nextPageToken: string;
    byes: turnledger.Entrant[];
  }
  interface ExportTournamentRequest {
    eventId: string;
    file: turnledger.TournamentFile;
    tournamentId: string;
  }
  interface ExportTournamentResponse {
    content: string;
  }
  interface WatchTournamentRequest {
    eventId: string;
    afterVersion?: number;
    tournamentId: string;
  }
  interface WatchTournamentResponse {
    version: number;
    status: turnledger.TournamentStatus;
    round: number;
    openingTables: number;
  }
  type Ranking = "RANKING_UNSPECIFIED" | "RANKING_RATING" | "RANKING_GAMES" | "RANKING_WINS" | "RANKING_BEST_SCORE" | "RANKING_WIN_RATE" | "RANKING_STREAK";
  interface GetBoardRequest {
    gameId: string;
    asSpectator: boolean;
    parts?: turnledger.Parts;
    version?: number;
    minVersion?: number;
  }
  interface GetBoardResponse {
    snapshot?: turnledger.Snapshot;
  }
  interface ListBoardsRequest {
    gameId: string;
    fromVersion: number;
    toVersion: number;
    pageSize: number;
    pageToken: string;
    asSpectator: boolean;
  }
  interface ListBoardsResponse {
    snapshots: turnledger.Snapshot[];
    nextPageToken: string;
  }
  interface WatchGameRequest {
    gameId: string;
    afterVersion?: number;
    asSpectator: boolean;
    parts?: turnledger.Parts;
    afterEventTime?: string;
  }
  interface WatchGameResponse {
    events: turnledger.GameEvent[];
    version: number;
    table?: turnledger.Table;
    snapshot?: turnledger.Snapshot;
    eventTime?: string;
  }
  interface ListMyGamesRequest {
    pageSize: number;
    pageToken: string;
    includeFinished: boolean;
    includeRematches: boolean;
  }
  interface ListMyGamesResponse {
    games: turnledger.MyGame[];
    nextPageToken: string;
  }
  interface WatchLobbyRequest {
    variant: string;
    resumeToken: string;
    fromStart: boolean;
  }
  interface WatchLobbyResponse {
    tables: turnledger.Table[];
    resumeToken: string;
  }
  interface WatchPublicRequest {
    afterPosition: string;
    fromStart: boolean;
  }
  interface WatchPublicResponse {
    items: turnledger.PublicItem[];
    position: string;
  }
  interface WatchMeRequest {
    resumeToken: string;
    fromStart: boolean;
  }
  interface WatchMeResponse {
    games: turnledger.MyGame[];
    resumeToken: string;
  }
  interface MyGame {
    table?: turnledger.Table;
    myTurn: boolean;
    seat?: number;
  }
  interface GetLeaderboardRequest {
    variant: string;
    ranking: turnledger.Ranking;
    pageSize: number;
    pageToken: string;
    season: string;
    bots: boolean;
    aroundAccountId: string;
    pace: turnledger.GamePace;
    programs: boolean;
  }
  interface GetLeaderboardResponse {
    rows: turnledger.LeaderboardRow[];
    nextPageToken: string;
  }
  interface LeaderboardRow {
    rank: number;
    player?: turnledger.Player;
    value: number;
    record?: turnledger.PlayerRecord;
  }
  interface GetPlayerRequest {
    accountId: string;
  }
  interface GetPlayerResponse {
    player?: turnledger.Player;
    playing: number;
    records: turnledger.PlayerRecord[];
    recent: turnledger.Table[];
    reliability?: turnledger.Reliability;
    months: turnledger.MonthResults[];
  }
  interface MonthResults {
    month: string;
    games: number;
    wins: number;
  }
  interface Reliability {
    games: number;
    finished: number;
    left: number;
    timedOut: number;
  }
  interface ListPlayerGamesRequest {
    accountId: string;
    pageSize: number;
    pageToken: string;
  }
  interface ListPlayerGamesResponse {
    tables: turnledger.Table[];
    nextPageToken: string;
  }
  interface GetStatisticsRequest {
    variant: string;
    bots: boolean;
  }
  interface GetStatisticsResponse {
    tables: turnledger.SeatStatistics[];
    durations: turnledger.DurationCount[];
    strategies: turnledger.StrategyResults[];
    months: turnledger.MonthCount[];
  }
  interface SeatStatistics {
    seats: number;
    games: number;
    wins: number[];
    bestScore: number;
    lead: number;
  }
  interface DurationCount {
    from?: string;
    games: number;
  }
  interface StrategyResults {
    bot: string;
    seats: number;
    wins: number;
  }
  interface MonthCount {
    month: string;
    games: number;
  }
  interface ListRatingsRequest {
    accountId: string;
    variant: string;
    bots: boolean;
    pace: turnledger.GamePace;
    pageSize: number;
    pageToken: string;
  }
  interface ListRatingsResponse {
    games: turnledger.RatedGame[];
    nextPageToken: string;
  }
  interface RatedGame {
    endedAt?: string;
    gameId: string;
    rating: number;
    deviation: number;
    provisional: boolean;
    endTime?: string;
  }
  interface PlayerRecord {
    variant: string;
    rating: number;
    games: number;
    wins: number;
    bestScore: number;
    streak: number;
    deviation: number;
    provisional: boolean;
    withBots: boolean;
    pace: turnledger.GamePace;
  }
}
