import Foundation

/// One game of an account: its table, its moves, its boards. The client's services have all other calls.
public final class Game: @unchecked Sendable {
    public let client: Turnledger
    public let gameId: String
    private let lock = NSLock()
    private var seen = 0

    init(_ client: Turnledger, _ gameId: String) {
        self.client = client
        self.gameId = gameId
    }

    /// The greatest version that a command's answer or a watch named: `board` is never older.
    var answered: Int { lock.withLock { seen } }

    func saw(_ version: Int) { lock.withLock { seen = max(seen, version) } }

    // ---- at the table: each returns the table after the call ----

    public func table() async throws -> Table {
        try there(await client.lobby.getTable(.init(gameId: gameId)).table)
    }

    /// Sits down, with a chance of its own. `invite`: the code of a private table.
    @discardableResult
    public func join(colour: String = "", invite: String = "") async throws -> Table {
        try there(await client.lobby.joinTable(.init(gameId: gameId, colour: colour, invite: invite)).table)
    }

    @discardableResult
    public func leave() async throws -> Table {
        try there(await client.lobby.leaveTable(.init(gameId: gameId)).table)
    }

    @discardableResult
    public func addBot(_ bot: String = "greedy") async throws -> Table {
        try there(await client.lobby.addBot(.init(gameId: gameId, bot: bot)).table)
    }

    @discardableResult
    public func setReady(_ ready: Bool = true) async throws -> Table {
        try there(await client.lobby.setReady(.init(gameId: gameId, ready: ready)).table)
    }

    /// At a table with a beacon the game begins some seconds later, with its round.
    @discardableResult
    public func start() async throws -> Table {
        let table = try there(await client.lobby.startGame(.init(gameId: gameId)).table)
        saw(table.version)
        return table
    }

    @discardableResult
    public func close() async throws -> Table {
        try there(await client.lobby.closeTable(.init(gameId: gameId)).table)
    }

    /// The code that `join` takes at a private table.
    public func invite() async throws -> String {
        try await client.lobby.getInvite(.init(gameId: gameId)).invite
    }

    /// The table at which the players of this finished game meet again.
    public func rematch() async throws -> Game {
        client.game(try there(await client.lobby.rematch(.init(gameId: gameId)).table).gameId)
    }

    // ---- playing ----

    /// Everything that the account may do now.
    public func options() async throws -> ListOptionsResponse {
        try await client.play.listOptions(.init(gameId: gameId))
    }

    /// The commands of an option's numbers, each with a sentence. `version` is that of the options.
    public func commands(_ version: Int, option: Int) -> Pages<ListCommandsResponse, NumberedCommand> {
        client.play.listCommands(.init(gameId: gameId, expectedVersion: version, option: option))
    }

    /// The one command that a choice stands for, with its sentence; nil where the option has no such number.
    public func spellOut(_ version: Int, option: Int, number: Int = 0) async throws -> NumberedCommand? {
        let one = ListCommandsRequest(
            gameId: gameId, expectedVersion: version, option: option, fromNumber: number, pageSize: 1)
        return try await client.play.listCommands(one).page.commands.first
    }

    /// Gives a command, which is judged by the game at that moment.
    @discardableResult
    public func submit(_ command: Command) async throws -> SubmitResponse {
        try await give(.init(gameId: gameId, command: command))
    }

    /// Gives command `number` of an option of the options at a version.
    @discardableResult
    public func choose(_ version: Int, option: Int, number: Int = 0) async throws -> SubmitResponse {
        try await give(choice(version, option, number))
    }

    func give(_ request: SubmitRequest) async throws -> SubmitResponse {
        let answer = try await client.play.submit(request)
        saw(answer.version)
        return answer
    }

    func choice(_ version: Int, _ option: Int, _ number: Int) -> SubmitRequest {
        SubmitRequest(gameId: gameId, expectedVersion: version, choice: Choice(option: option, number: number))
    }

    /// Something about the seat: the ones below, and what else Act has.
    @discardableResult
    public func act(_ action: ActRequest) async throws -> ActResponse {
        var action = action
        action.gameId = gameId
        let answer = try await client.play.act(action)
        saw(answer.version)
        return answer
    }

    /// Takes back one's own last commands.
    @discardableResult
    public func undo(_ commands: Int = 1) async throws -> ActResponse {
        try await act(.init(undo: .init(commands: commands)))
    }

    @discardableResult
    public func vote(agree: Bool) async throws -> ActResponse { try await act(.init(vote: .init(agree: agree))) }

    /// Gives up.
    @discardableResult
    public func resign() async throws -> ActResponse { try await act(.init(resign: .init())) }

    /// A bot plays on, until the seat is taken back.
    @discardableResult
    public func handSeat(_ bot: String = "") async throws -> ActResponse {
        try await act(.init(handSeat: .init(bot: bot)))
    }

    @discardableResult
    public func takeSeatBack() async throws -> ActResponse { try await act(.init(takeSeatBack: .init())) }

    // ---- looking ----

    static let turnParts = Parts(board: true, options: true)

    /// The game now, with the account's options: never older than `minVersion`, nor than what this object has shown or
    /// answered.
    public func board(minVersion: Int = 0) async throws -> Snapshot {
        let atLeast = max(minVersion, answered)
        let at = atLeast > 0 ? atLeast : nil
        let request = GetBoardRequest(gameId: gameId, parts: Game.turnParts, minVersion: at)
        return try there(await client.views.getBoard(request).snapshot)
    }

    /// Everything that WatchGame tells, in order and once, whatever happens to connections and servers. `afterVersion`:
    /// the last one that is known; 0 for all events, nil for those from now on. Heartbeats come too, as messages
    /// without events.
    public func watch(
        afterVersion: Int? = nil, _ parts: Parts = Parts(words: true)
    ) -> AsyncThrowingStream<WatchGameResponse, any Error> {
        let messages = Messages(self, afterVersion, parts)
        return AsyncThrowingStream { try await messages.next() }
    }

    /// The states of the game, after each change, with the account's options, up to its end. Versions grow; some are
    /// skipped.
    public func boards() -> AsyncThrowingStream<Snapshot, any Error> {
        let boards = Boards(self)
        return AsyncThrowingStream { try await boards.next() }
    }

    /// All events after a version, one by one, with a sentence each, up to the end of the game.
    public func events(afterVersion: Int = 0) -> AsyncThrowingStream<GameEvent, any Error> {
        let events = Events(self, afterVersion)
        return AsyncThrowingStream { try await events.next() }
    }

    /// A turn each time the game waits for this account, up to its end. They come with a watch, and with the answers of
    /// `Turn.submit` and `Turn.choose`: a turn is one call.
    public func turns() -> AsyncThrowingStream<Turn, any Error> {
        let turns = Turns(self)
        return AsyncThrowingStream { try await turns.next() }
    }

    // ---- the history ----

    /// Returns after the end whether this account's chance was kept. Then it checks that the server was bound to this
    /// secret and that the account's nonce took part; else ChanceMismatch. `prove` checks the file, too.
    public func checkChance() async throws -> Bool {
        guard let chance = try await client.chances.of(gameId) else { return false }
        let table = try await table()
        let seat = try await seat(at: table)
        for try await event in client.history.listEvents(.init(gameId: gameId, fromVersion: table.version)) {
            guard let revealed = event.table?.secretRevealed else { continue }
            try chance.check(revealed, seat: seat)
            return true
        }
        return false
    }

    /// That of the account; -1 where it has none.
    private func seat(at table: Table) async throws -> Int {
        let me = try await client.accounts.getMe().account?.accountId
        return table.occupants.firstIndex { $0.accountId == me } ?? -1
    }

    /// The file of the game (docs/history-format.md): of a running one what the account may know.
    public func export() async throws -> Data {
        var file = Data()
        for try await part in client.history.exportGame(.init(gameId: gameId)) { file.append(part.content) }
        return file
    }
    /// Verifies the file of the game by the server's published keys. Throws ChanceMismatch if it reveals another chance
    /// than this account kept. The keys are the server's word: who wants more compares them with another's, and the
    /// file with `turnledger verify`, which has the rules.
    public func prove() async throws -> Verdict {
        let verdict = verify(try await export(), keySet: try await client.history.listSigningKeys(.init()).keySet)
        if !verdict.secret.isEmpty, let chance = try await client.chances.of(gameId) {
            let seat = try await seat(at: table())
            try chance.check(.init(secret: verdict.secret, nonces: verdict.nonces), seat: seat)
        }
        return verdict
    }
}
