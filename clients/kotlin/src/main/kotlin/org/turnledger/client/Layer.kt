package org.turnledger.client

import com.connectrpc.BidirectionalStreamInterface
import com.connectrpc.http.Cancelable
import com.connectrpc.ClientOnlyStreamInterface
import com.connectrpc.Code
import com.connectrpc.ConnectException
import com.connectrpc.Headers
import com.connectrpc.MethodSpec
import com.connectrpc.ProtocolClientInterface
import com.connectrpc.ResponseMessage
import com.connectrpc.ServerOnlyStreamInterface
import com.connectrpc.UnaryBlockingCall
import com.google.protobuf.MessageLite
import kotlin.random.Random
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.DisposableHandle
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.delay
import kotlinx.coroutines.ensureActive
import kotlinx.coroutines.job
import kotlinx.coroutines.launch
import kotlinx.coroutines.withTimeoutOrNull
import org.turnledger.v1.*
import org.turnledger.v1.Tokens as Pair

private const val ACCOUNTS = "turnledger.v1.Accounts/"

/** The calls that sign in: they carry no token, and a new one would not help. */
private val anonymous = setOf(
    "RefreshTokens", "SignIn", "SignInAsGuest", "SignInWithIssuer", "Recover", "RequestRecovery",
    "BeginPasskeySignIn", "SignInWithPasskey",
)
    .map { ACCOUNTS + it }.toSet()

/** The layer between every generated client and the wire. */
internal class Layer(
    private val wire: ProtocolClientInterface,
    val times: Times,
    private val language: String,
    val tokens: org.turnledger.client.Tokens,
    val outbox: Outbox,
    private val chances: Chances,
    private val scope: CoroutineScope,
) : ProtocolClientInterface {
    override suspend fun <Input : Any, Output : Any> unary(
        request: Input,
        headers: Headers,
        methodSpec: MethodSpec<Input, Output>,
    ): ResponseMessage<Output> {
        val sent = completed(request)
        val key = (sent as? MessageLite)?.let { outbox.keep(methodSpec.path, it) }
        return unary(sent, headers, methodSpec, key)
    }

    /** [key]: under which the request is stored; null where it is not, or elsewhere. */
    suspend fun <Input : Any, Output : Any> unary(
        request: Input,
        headers: Headers,
        method: MethodSpec<Input, Output>,
        key: String?,
    ): ResponseMessage<Output> = try {
        val response = insist(request, headers, method)
        outbox.answered(key)
        if (request is MessageLite) learn(request, response.message)
        response
    } catch (told: TurnledgerException) {
        if (!told.stays) outbox.answered(key) // a request that was not judged stays, for `sendPending`
        val cause = ConnectException(told.code, told.message, told).withMetadata(emptyMap())
        ResponseMessage.Failure(cause, emptyMap(), emptyMap())
    }

    /** Keeps what an answer tells about tokens and chance. */
    suspend fun learn(request: MessageLite, answer: Any) {
        pair(answer)?.let {
            if (request is RefreshTokensRequest) tokens.exchanged(request.refreshToken, it) else tokens.use(it)
        }
        table(answer)?.let { chances.learn(request, it) }
    }

    /** Sends the same request until there is an answer, a final refusal, or no time left. */
    private suspend fun <I : Any, O : Any> insist(
        request: I,
        headers: Headers,
        method: MethodSpec<I, O>,
    ): ResponseMessage.Success<O> {
        val endNs = System.nanoTime() + times.patienceMs * 1_000_000
        var renewed = method.path in anonymous
        var pauses = 0
        while (true) {
            ensureOpen()
            val token = if (method.path in anonymous) null else tokens.access()
            val error = when (val answer = attempt(request, headers, token, method)) {
                is ResponseMessage.Success -> return answer
                is ResponseMessage.Failure -> typed(answer.cause)
            }
            currentCoroutineContext().ensureActive()
            if (tokens.wantsRenewal(error) && !renewed) {
                renewed = true
                tokens.renew(token)
                continue
            }
            val pauseMs = times.pauseMs(error, pauses++, Random.nextDouble())
            if (!error.again || System.nanoTime() + pauseMs * 1_000_000 > endNs) throw error
            delay(pauseMs)
        }
    }

    /** Throws CancellationException once the client is closed. */
    fun ensureOpen(): Unit = scope.ensureActive()

    fun whenClosed(act: () -> Unit): DisposableHandle = scope.coroutineContext.job.invokeOnCompletion { act() }

    private suspend fun <I : Any, O : Any> attempt(
        request: I,
        headers: Headers,
        token: String?,
        method: MethodSpec<I, O>,
    ): ResponseMessage<O> = withTimeoutOrNull(times.attemptMs) { wire.unary(request, signed(headers, token), method) }
        ?: ConnectException(Code.DEADLINE_EXCEEDED, "no answer in time")
            .let { ResponseMessage.Failure(it, emptyMap(), emptyMap()) }

    private fun signed(headers: Headers, token: String?): Headers = buildMap {
        putAll(headers)
        if (token != null) put("authorization", listOf("Bearer $token"))
        if (language.isNotEmpty()) put("accept-language", listOf(language))
    }

    override fun <Input : Any, Output : Any> unary(
        request: Input,
        headers: Headers,
        methodSpec: MethodSpec<Input, Output>,
        onResult: (ResponseMessage<Output>) -> Unit,
    ): Cancelable {
        val call = scope.launch { onResult(unary(request, headers, methodSpec)) }
        return { call.cancel() }
    }

    override fun <Input : Any, Output : Any> unaryBlocking(
        request: Input,
        headers: Headers,
        methodSpec: MethodSpec<Input, Output>,
    ): UnaryBlockingCall<Output> = throw UnsupportedOperationException("the generated clients here are suspending")

    override suspend fun <Input : Any, Output : Any> stream(
        headers: Headers,
        methodSpec: MethodSpec<Input, Output>,
    ): BidirectionalStreamInterface<Input, Output> = wire.stream(signed(headers, tokens.access()), methodSpec)

    override suspend fun <Input : Any, Output : Any> serverStream(
        headers: Headers,
        methodSpec: MethodSpec<Input, Output>,
    ): ServerOnlyStreamInterface<Input, Output> = wire.serverStream(signed(headers, tokens.access()), methodSpec)

    override suspend fun <Input : Any, Output : Any> clientStream(
        headers: Headers,
        methodSpec: MethodSpec<Input, Output>,
    ): ClientOnlyStreamInterface<Input, Output> = wire.clientStream(signed(headers, tokens.access()), methodSpec)
}

private fun pair(answer: Any): Pair? = when (answer) {
    is SignInAsGuestResponse -> answer.tokens
    is SignInResponse -> answer.tokens
    is SignInWithIssuerResponse -> answer.tokens
    is RefreshTokensResponse -> answer.tokens
    is RevokeTokensResponse -> answer.tokens
    is ChangePasswordResponse -> answer.tokens
    is RecoverResponse -> answer.tokens
    else -> null
}?.takeIf { it.accessToken.isNotEmpty() }

private fun table(answer: Any): Table? = when (answer) {
    is CreateTableResponse -> answer.table
    is JoinTableResponse -> answer.table
    is QuickMatchResponse -> answer.table
    is RematchResponse -> answer.table
    is GetTableResponse -> answer.table
    is StartGameResponse -> answer.table
    is BeginGameResponse -> answer.table
    else -> null
}
