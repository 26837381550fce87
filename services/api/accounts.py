"""Accounts over the wire."""

from collections.abc import AsyncGenerator
from datetime import UTC, datetime

from services.accounts.account import Account, Device, NameRefused
from services.accounts.app_storage import AppGrant
from services.accounts.device_keys import DeviceKey
from services.accounts.own_data import OwnData
from services.accounts.passkey_storage import Passkey
from services.accounts.passkeys import Passkeys
from services.accounts.personal_tokens import LIFETIME_MAX_S, LIFETIME_MIN_S, PersonalToken
from services.accounts.replacing import TokenRequest, Tokens
from services.accounts.sign_in import SignIn
from services.accounts.staff import Staff
from services.accounts.with_issuer import LinkRefused, WithIssuer
from services.api.gate.api_errors import NotPossible
from services.api.gate.gate import Call
from services.api.gate.grants import grant_from_word
from services.api.gate.masks import to_change
from services.api.gate.scopes import from_words, words
from services.api.messages.contract import timestamp
from services.api.messages.convert import MalformedMessage
from services.api.owner_proof import issuer_code, owner_proof
from services.apps.apps import Apps
from services.notify.way_back import WayBack
from services.platform.rate_limiter import Limiter
from services.platform.typed_text import tidied
from services.texts.error_texts import chosen
from turnledger.v1 import accounts_pb2, grants_pb2

CHANGEABLE = frozenset({"display_name"})
"""Fields of an Account that its owner may change."""
EXPORTS_PER_S, EXPORTS = 1 / 600, 2
PART_BYTES = 64 * 1024


class Accounts:
    """`staff`: the operators. `with_issuer`: None where there is no issuer to sign in with."""

    def __init__(
        self,
        sign_in: SignIn,
        staff: Staff,
        with_issuer: WithIssuer | None,
        back: WayBack,
        own: OwnData,
        passkeys: Passkeys,
        apps: Apps,
    ) -> None:
        self._apps = apps
        self._passkeys = passkeys
        self._sign_in, self._staff, self._with_issuer, self._back = sign_in, staff, with_issuer, back
        self._own, self._exports = own, Limiter(EXPORTS_PER_S, EXPORTS)

    async def sign_in_as_guest(
        self, request: accounts_pb2.SignInAsGuestRequest, call: Call
    ) -> accounts_pb2.SignInAsGuestResponse:
        account, tokens = await self._sign_in.as_guest(
            request.display_name, request.device_name, chosen(call.languages)
        )
        return new_guest(account, tokens)

    async def refresh_tokens(
        self, request: accounts_pb2.RefreshTokensRequest, call: Call
    ) -> accounts_pb2.RefreshTokensResponse:
        tokens = await self._sign_in.refresh(request.refresh_token, call.caller)
        return accounts_pb2.RefreshTokensResponse(tokens=_tokens(tokens))

    async def revoke_tokens(
        self, request: accounts_pb2.RevokeTokensRequest, call: Call
    ) -> accounts_pb2.RevokeTokensResponse:
        tokens = await self._sign_in.revoke(TokenRequest(call.token, request.request_id))
        return accounts_pb2.RevokeTokensResponse(tokens=_tokens(tokens))

    async def get_me(self, request: accounts_pb2.GetMeRequest, call: Call) -> accounts_pb2.GetMeResponse:
        return accounts_pb2.GetMeResponse(account=await self._account(await self._sign_in.account(call.account)))

    async def update_me(self, request: accounts_pb2.UpdateMeRequest, call: Call) -> accounts_pb2.UpdateMeResponse:
        to_change(request.account, request.update_mask, CHANGEABLE)  # there is one field: it is that, or refused
        account = await self._sign_in.rename(call.account, request.account.display_name)
        return accounts_pb2.UpdateMeResponse(account=await self._account(account))

    async def sign_in(self, request: accounts_pb2.SignInRequest, call: Call) -> accounts_pb2.SignInResponse:
        account, tokens = await self._sign_in.with_password(
            request.display_name, request.password, request.device_name, call.caller
        )
        return accounts_pb2.SignInResponse(account=await self._account(account), tokens=_tokens(tokens))

    async def upgrade_me(self, request: accounts_pb2.UpgradeMeRequest, call: Call) -> accounts_pb2.UpgradeMeResponse:
        account = await self._sign_in.upgrade(call.account, request.display_name, request.password, call.caller)
        return accounts_pb2.UpgradeMeResponse(account=await self._account(account))

    async def change_password(
        self, request: accounts_pb2.ChangePasswordRequest, call: Call
    ) -> accounts_pb2.ChangePasswordResponse:
        asked = TokenRequest(call.token, request.request_id)
        tokens = await self._sign_in.change_password(asked, request.current_password, request.password, call.caller)
        return accounts_pb2.ChangePasswordResponse(tokens=_tokens(tokens))

    async def make_recovery_codes(
        self, request: accounts_pb2.MakeRecoveryCodesRequest, call: Call
    ) -> accounts_pb2.MakeRecoveryCodesResponse:
        codes = await self._back.make_codes(call.account, owner_proof(request, call), call.caller)
        return accounts_pb2.MakeRecoveryCodesResponse(codes=codes)

    async def request_recovery(
        self, request: accounts_pb2.RequestRecoveryRequest, call: Call
    ) -> accounts_pb2.RequestRecoveryResponse:
        if not self._back.mails:
            raise NotPossible("NO_MAIL", "this service sends no mail")
        await self._back.ask(request.mail, call.caller)
        return accounts_pb2.RequestRecoveryResponse()

    async def recover(self, request: accounts_pb2.RecoverRequest, call: Call) -> accounts_pb2.RecoverResponse:
        if request.WhichOneof("proof") == "code":
            account, tokens = await self._back.by_code(
                request.code.display_name, request.code.code, request.password, request.device_name, call.caller
            )
        else:
            account, tokens = await self._back.by_link(request.token, request.password, request.device_name)
        return accounts_pb2.RecoverResponse(account=await self._account(account), tokens=_tokens(tokens))

    async def begin_passkey(self, _: accounts_pb2.BeginPasskeyRequest, call: Call) -> accounts_pb2.BeginPasskeyResponse:
        return accounts_pb2.BeginPasskeyResponse(options_json=await self._passkeys.begin(call.account))

    async def add_passkey(self, request: accounts_pb2.AddPasskeyRequest, call: Call) -> accounts_pb2.AddPasskeyResponse:
        account, passkeys = await self._passkeys.add(
            call.account, request.credential_json, request.passkey_name, owner_proof(request, call), call.caller
        )
        told = await self._account(account)
        return accounts_pb2.AddPasskeyResponse(account=told, passkeys=map(_passkey, passkeys))

    async def list_passkeys(self, _: accounts_pb2.ListPasskeysRequest, call: Call) -> accounts_pb2.ListPasskeysResponse:
        return accounts_pb2.ListPasskeysResponse(passkeys=map(_passkey, await self._passkeys.of(call.account)))

    async def remove_passkey(
        self, request: accounts_pb2.RemovePasskeyRequest, call: Call
    ) -> accounts_pb2.RemovePasskeyResponse:
        left = await self._passkeys.remove(call.account, request.passkey_id)
        return accounts_pb2.RemovePasskeyResponse(passkeys=map(_passkey, left))

    async def begin_passkey_sign_in(
        self, _: accounts_pb2.BeginPasskeySignInRequest, call: Call
    ) -> accounts_pb2.BeginPasskeySignInResponse:
        return accounts_pb2.BeginPasskeySignInResponse(options_json=await self._passkeys.begin_sign_in())

    async def sign_in_with_passkey(
        self, request: accounts_pb2.SignInWithPasskeyRequest, call: Call
    ) -> accounts_pb2.SignInWithPasskeyResponse:
        account, tokens = await self._passkeys.sign_in(request.credential_json, request.device_name)
        return accounts_pb2.SignInWithPasskeyResponse(account=await self._account(account), tokens=_tokens(tokens))

    async def export_me(
        self, _: accounts_pb2.ExportMeRequest, call: Call
    ) -> AsyncGenerator[accounts_pb2.ExportMeResponse, None]:
        self._exports.take(call.account)
        part = b""
        async for line in self._own.lines(call.account):
            part += line
            if len(part) >= PART_BYTES:
                yield accounts_pb2.ExportMeResponse(content=part)
                part = b""
        if part:
            yield accounts_pb2.ExportMeResponse(content=part)

    async def list_devices(self, _: accounts_pb2.ListDevicesRequest, call: Call) -> accounts_pb2.ListDevicesResponse:
        devices = await self._sign_in.devices(call.account)
        return accounts_pb2.ListDevicesResponse(devices=map(_device, devices))

    async def sign_out_device(
        self, request: accounts_pb2.SignOutDeviceRequest, call: Call
    ) -> accounts_pb2.SignOutDeviceResponse:
        await self._sign_in.sign_out(call.account, request.device_id)
        return accounts_pb2.SignOutDeviceResponse()

    async def add_device_key(
        self, request: accounts_pb2.AddDeviceKeyRequest, call: Call
    ) -> accounts_pb2.AddDeviceKeyResponse:
        key = DeviceKey(request.public_key, request.device_name, 0)
        owner = owner_proof(request, call)
        keys = await self._sign_in.add_device_key(call.account, key, request.proof, owner, call.caller)
        return accounts_pb2.AddDeviceKeyResponse(device_keys=map(_device_key, keys))

    async def list_device_keys(
        self, _: accounts_pb2.ListDeviceKeysRequest, call: Call
    ) -> accounts_pb2.ListDeviceKeysResponse:
        keys = await self._sign_in.device_keys(call.account)
        return accounts_pb2.ListDeviceKeysResponse(device_keys=map(_device_key, keys))

    async def remove_device_key(
        self, request: accounts_pb2.RemoveDeviceKeyRequest, call: Call
    ) -> accounts_pb2.RemoveDeviceKeyResponse:
        await self._sign_in.remove_device_key(call.account, request.public_key)
        return accounts_pb2.RemoveDeviceKeyResponse()

    async def create_personal_token(
        self, request: accounts_pb2.CreatePersonalTokenRequest, call: Call
    ) -> accounts_pb2.CreatePersonalTokenResponse:
        name, scopes = tidied(request.token_name), words("scopes", request.scopes)
        if not name:
            raise MalformedMessage("token_name", "must not be empty")
        lifetime_s = request.lifetime.seconds
        if not LIFETIME_MIN_S <= lifetime_s <= LIFETIME_MAX_S:
            raise MalformedMessage("lifetime", f"must be {LIFETIME_MIN_S} to {LIFETIME_MAX_S} seconds")
        secret, token = await self._sign_in.create_personal_token(
            call.account, name, scopes, lifetime_s, owner_proof(request, call), call.caller
        )
        return accounts_pb2.CreatePersonalTokenResponse(token=secret, personal_token=_personal_token(token))

    async def list_personal_tokens(
        self, _: accounts_pb2.ListPersonalTokensRequest, call: Call
    ) -> accounts_pb2.ListPersonalTokensResponse:
        tokens = await self._sign_in.personal_tokens(call.account)
        return accounts_pb2.ListPersonalTokensResponse(personal_tokens=map(_personal_token, tokens))

    async def revoke_personal_token(
        self, request: accounts_pb2.RevokePersonalTokenRequest, call: Call
    ) -> accounts_pb2.RevokePersonalTokenResponse:
        await self._sign_in.revoke_personal_token(call.account, request.token_id)
        return accounts_pb2.RevokePersonalTokenResponse()

    async def begin_app_sign_in(
        self, request: accounts_pb2.BeginAppSignInRequest, call: Call
    ) -> accounts_pb2.BeginAppSignInResponse:
        found = await self._apps.read(call.account, request.authorization_query, call.caller)
        return accounts_pb2.BeginAppSignInResponse(
            client_id=found.client_id,
            client_name=found.client_name,
            redirect_host=found.redirect_host,
            scopes=from_words(found.scopes),
        )

    async def answer_app_sign_in(
        self, request: accounts_pb2.AnswerAppSignInRequest, call: Call
    ) -> accounts_pb2.AnswerAppSignInResponse:
        query = request.authorization_query
        url = await self._apps.answer(call.account, query, call.caller, is_approved=request.approve)
        return accounts_pb2.AnswerAppSignInResponse(redirect_url=url)

    async def list_apps(self, _: accounts_pb2.ListAppsRequest, call: Call) -> accounts_pb2.ListAppsResponse:
        return accounts_pb2.ListAppsResponse(apps=map(_app, await self._apps.of(call.account)))

    async def revoke_app(self, request: accounts_pb2.RevokeAppRequest, call: Call) -> accounts_pb2.RevokeAppResponse:
        await self._apps.revoke(call.account, request.app_id)
        return accounts_pb2.RevokeAppResponse()

    async def delete_me(self, request: accounts_pb2.DeleteMeRequest, call: Call) -> accounts_pb2.DeleteMeResponse:
        account = await self._sign_in.account(call.account)
        if request.display_name != account.display_name:
            raise NameRefused("NAME_DIFFERS", request.display_name)
        await self._sign_in.prove(call.account, owner_proof(request, call), call.caller)
        await self._sign_in.delete(call.account)
        return accounts_pb2.DeleteMeResponse()

    async def get_issuer(self, request: accounts_pb2.GetIssuerRequest, call: Call) -> accounts_pb2.GetIssuerResponse:
        if self._with_issuer is None:
            return accounts_pb2.GetIssuerResponse()
        flow = self._with_issuer.flow
        issuer = accounts_pb2.Issuer(
            issuer=flow.issuer,
            display_name=flow.client.name,
            client_id=flow.client.client_id,
            authorization_endpoint=(await flow.endpoints()).authorization_endpoint,
        )
        return accounts_pb2.GetIssuerResponse(issuer=issuer)

    async def sign_in_with_issuer(
        self, request: accounts_pb2.SignInWithIssuerRequest, call: Call
    ) -> accounts_pb2.SignInWithIssuerResponse:
        account, tokens = await self._issuer().sign_in(issuer_code(request.code), request.device_name)
        return accounts_pb2.SignInWithIssuerResponse(account=await self._account(account), tokens=_tokens(tokens))

    async def link_issuer(self, request: accounts_pb2.LinkIssuerRequest, call: Call) -> accounts_pb2.LinkIssuerResponse:
        code, proof = issuer_code(request.code), owner_proof(request, call)
        account = await self._issuer().link(call.account, code, proof, call.caller)
        return accounts_pb2.LinkIssuerResponse(account=await self._account(account))

    def _issuer(self) -> WithIssuer:
        if self._with_issuer is None:
            raise LinkRefused("NO_ISSUER")
        return self._with_issuer

    async def _account(self, account: Account) -> accounts_pb2.Account:
        """Return the account as its owner sees it."""
        told = _account(account)
        if self._staff.is_named(account.account_id):
            told.grants.append(grants_pb2.GRANT_SETTING)
        told.grants.extend(grant_from_word(each.name) for each in await self._staff.grants_of(account.account_id))
        told.operator = bool(told.grants)
        told.has_password = account.has_password
        told.has_passkey = await self._passkeys.is_way_of(account.account_id)
        told.linked = self._with_issuer is not None and await self._with_issuer.is_linked(account.account_id)
        return told


def new_guest(account: Account, tokens: Tokens) -> accounts_pb2.SignInAsGuestResponse:
    return accounts_pb2.SignInAsGuestResponse(account=_account(account), tokens=_tokens(tokens))


def _device(device: Device) -> accounts_pb2.Device:
    return accounts_pb2.Device(
        device_id=device.device_id, device_name=device.name, seen_time=timestamp(_at(device.seen_at))
    )


def _device_key(key: DeviceKey) -> accounts_pb2.DeviceKey:
    return accounts_pb2.DeviceKey(public_key=key.key, device_name=key.name, create_time=timestamp(_at(key.created_at)))


def _app(grant: AppGrant) -> accounts_pb2.App:
    return accounts_pb2.App(
        app_id=grant.grant_id,
        client_id=grant.client_id,
        client_name=grant.client_name,
        scopes=from_words(grant.scopes.split()),
        create_time=timestamp(_at(grant.created_at)),
        use_time=timestamp(_at(grant.used_at)) if grant.used_at else None,
    )


def _personal_token(token: PersonalToken) -> accounts_pb2.PersonalToken:
    return accounts_pb2.PersonalToken(
        token_id=token.token_id,
        token_name=token.name,
        scopes=from_words(token.scopes),
        create_time=timestamp(_at(token.created_at)),
        expire_time=timestamp(_at(token.expires_at)),
        use_time=timestamp(_at(token.used_at)) if token.used_at else None,
    )


def _passkey(passkey: Passkey) -> accounts_pb2.Passkey:
    return accounts_pb2.Passkey(
        passkey_id=passkey.passkey_id,
        passkey_name=passkey.name,
        create_time=timestamp(_at(passkey.created_at)),
        use_time=timestamp(_at(passkey.used_at)) if passkey.used_at else None,
    )


def _account(account: Account) -> accounts_pb2.Account:
    return accounts_pb2.Account(
        account_id=account.account_id,
        display_name=account.display_name,
        guest=account.guest,
        program=account.program,
        create_time=timestamp(_at(account.created_at)),
    )


def _tokens(tokens: Tokens) -> accounts_pb2.Tokens:
    return accounts_pb2.Tokens(
        access_token=tokens.access,
        access_expire_time=timestamp(_at(tokens.access_ends_at)),
        refresh_token=tokens.refresh,
        refresh_expire_time=timestamp(_at(tokens.refresh_ends_at)),
    )


def _at(seconds: int) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)
