import datetime

from google.protobuf import duration_pb2 as _duration_pb2
from google.protobuf import field_mask_pb2 as _field_mask_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from turnledger.v1 import grants_pb2 as _grants_pb2
from turnledger.v1 import options_pb2 as _options_pb2
from turnledger.v1 import scopes_pb2 as _scopes_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Account(_message.Message):
    __slots__ = ("account_id", "display_name", "guest", "create_time", "operator", "has_password", "linked", "has_passkey", "program", "grants")
    ACCOUNT_ID_FIELD_NUMBER: _ClassVar[int]
    DISPLAY_NAME_FIELD_NUMBER: _ClassVar[int]
    GUEST_FIELD_NUMBER: _ClassVar[int]
    CREATE_TIME_FIELD_NUMBER: _ClassVar[int]
    OPERATOR_FIELD_NUMBER: _ClassVar[int]
    HAS_PASSWORD_FIELD_NUMBER: _ClassVar[int]
    LINKED_FIELD_NUMBER: _ClassVar[int]
    HAS_PASSKEY_FIELD_NUMBER: _ClassVar[int]
    PROGRAM_FIELD_NUMBER: _ClassVar[int]
    GRANTS_FIELD_NUMBER: _ClassVar[int]
    account_id: str
    display_name: str
    guest: bool
    create_time: _timestamp_pb2.Timestamp
    operator: bool
    has_password: bool
    linked: bool
    has_passkey: bool
    program: bool
    grants: _containers.RepeatedScalarFieldContainer[_grants_pb2.Grant]
    def __init__(self, account_id: _Optional[str] = ..., display_name: _Optional[str] = ..., guest: _Optional[bool] = ..., create_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., operator: _Optional[bool] = ..., has_password: _Optional[bool] = ..., linked: _Optional[bool] = ..., has_passkey: _Optional[bool] = ..., program: _Optional[bool] = ..., grants: _Optional[_Iterable[_Union[_grants_pb2.Grant, str]]] = ...) -> None: ...

class Tokens(_message.Message):
    __slots__ = ("access_token", "access_expire_time", "refresh_token", "refresh_expire_time")
    ACCESS_TOKEN_FIELD_NUMBER: _ClassVar[int]
    ACCESS_EXPIRE_TIME_FIELD_NUMBER: _ClassVar[int]
    REFRESH_TOKEN_FIELD_NUMBER: _ClassVar[int]
    REFRESH_EXPIRE_TIME_FIELD_NUMBER: _ClassVar[int]
    access_token: str
    access_expire_time: _timestamp_pb2.Timestamp
    refresh_token: str
    refresh_expire_time: _timestamp_pb2.Timestamp
    def __init__(self, access_token: _Optional[str] = ..., access_expire_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., refresh_token: _Optional[str] = ..., refresh_expire_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class SignInAsGuestRequest(_message.Message):
    __slots__ = ("display_name", "device_name")
    DISPLAY_NAME_FIELD_NUMBER: _ClassVar[int]
    DEVICE_NAME_FIELD_NUMBER: _ClassVar[int]
    display_name: str
    device_name: str
    def __init__(self, display_name: _Optional[str] = ..., device_name: _Optional[str] = ...) -> None: ...

class SignInAsGuestResponse(_message.Message):
    __slots__ = ("account", "tokens")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    TOKENS_FIELD_NUMBER: _ClassVar[int]
    account: Account
    tokens: Tokens
    def __init__(self, account: _Optional[_Union[Account, _Mapping]] = ..., tokens: _Optional[_Union[Tokens, _Mapping]] = ...) -> None: ...

class RefreshTokensRequest(_message.Message):
    __slots__ = ("refresh_token",)
    REFRESH_TOKEN_FIELD_NUMBER: _ClassVar[int]
    refresh_token: str
    def __init__(self, refresh_token: _Optional[str] = ...) -> None: ...

class RefreshTokensResponse(_message.Message):
    __slots__ = ("tokens",)
    TOKENS_FIELD_NUMBER: _ClassVar[int]
    tokens: Tokens
    def __init__(self, tokens: _Optional[_Union[Tokens, _Mapping]] = ...) -> None: ...

class RevokeTokensRequest(_message.Message):
    __slots__ = ("request_id",)
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    def __init__(self, request_id: _Optional[str] = ...) -> None: ...

class RevokeTokensResponse(_message.Message):
    __slots__ = ("tokens",)
    TOKENS_FIELD_NUMBER: _ClassVar[int]
    tokens: Tokens
    def __init__(self, tokens: _Optional[_Union[Tokens, _Mapping]] = ...) -> None: ...

class GetMeRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class GetMeResponse(_message.Message):
    __slots__ = ("account",)
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    account: Account
    def __init__(self, account: _Optional[_Union[Account, _Mapping]] = ...) -> None: ...

class UpdateMeRequest(_message.Message):
    __slots__ = ("account", "update_mask")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    UPDATE_MASK_FIELD_NUMBER: _ClassVar[int]
    account: Account
    update_mask: _field_mask_pb2.FieldMask
    def __init__(self, account: _Optional[_Union[Account, _Mapping]] = ..., update_mask: _Optional[_Union[_field_mask_pb2.FieldMask, _Mapping]] = ...) -> None: ...

class UpdateMeResponse(_message.Message):
    __slots__ = ("account",)
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    account: Account
    def __init__(self, account: _Optional[_Union[Account, _Mapping]] = ...) -> None: ...

class SignInRequest(_message.Message):
    __slots__ = ("display_name", "password", "device_name")
    DISPLAY_NAME_FIELD_NUMBER: _ClassVar[int]
    PASSWORD_FIELD_NUMBER: _ClassVar[int]
    DEVICE_NAME_FIELD_NUMBER: _ClassVar[int]
    display_name: str
    password: str
    device_name: str
    def __init__(self, display_name: _Optional[str] = ..., password: _Optional[str] = ..., device_name: _Optional[str] = ...) -> None: ...

class SignInResponse(_message.Message):
    __slots__ = ("account", "tokens")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    TOKENS_FIELD_NUMBER: _ClassVar[int]
    account: Account
    tokens: Tokens
    def __init__(self, account: _Optional[_Union[Account, _Mapping]] = ..., tokens: _Optional[_Union[Tokens, _Mapping]] = ...) -> None: ...

class UpgradeMeRequest(_message.Message):
    __slots__ = ("display_name", "password")
    DISPLAY_NAME_FIELD_NUMBER: _ClassVar[int]
    PASSWORD_FIELD_NUMBER: _ClassVar[int]
    display_name: str
    password: str
    def __init__(self, display_name: _Optional[str] = ..., password: _Optional[str] = ...) -> None: ...

class UpgradeMeResponse(_message.Message):
    __slots__ = ("account",)
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    account: Account
    def __init__(self, account: _Optional[_Union[Account, _Mapping]] = ...) -> None: ...

class Issuer(_message.Message):
    __slots__ = ("issuer", "display_name", "client_id", "authorization_endpoint")
    ISSUER_FIELD_NUMBER: _ClassVar[int]
    DISPLAY_NAME_FIELD_NUMBER: _ClassVar[int]
    CLIENT_ID_FIELD_NUMBER: _ClassVar[int]
    AUTHORIZATION_ENDPOINT_FIELD_NUMBER: _ClassVar[int]
    issuer: str
    display_name: str
    client_id: str
    authorization_endpoint: str
    def __init__(self, issuer: _Optional[str] = ..., display_name: _Optional[str] = ..., client_id: _Optional[str] = ..., authorization_endpoint: _Optional[str] = ...) -> None: ...

class IssuerCode(_message.Message):
    __slots__ = ("authorization_code", "code_verifier", "redirect_url", "nonce")
    AUTHORIZATION_CODE_FIELD_NUMBER: _ClassVar[int]
    CODE_VERIFIER_FIELD_NUMBER: _ClassVar[int]
    REDIRECT_URL_FIELD_NUMBER: _ClassVar[int]
    NONCE_FIELD_NUMBER: _ClassVar[int]
    authorization_code: str
    code_verifier: str
    redirect_url: str
    nonce: str
    def __init__(self, authorization_code: _Optional[str] = ..., code_verifier: _Optional[str] = ..., redirect_url: _Optional[str] = ..., nonce: _Optional[str] = ...) -> None: ...

class OwnerProof(_message.Message):
    __slots__ = ("passkey_json", "issuer_code")
    PASSKEY_JSON_FIELD_NUMBER: _ClassVar[int]
    ISSUER_CODE_FIELD_NUMBER: _ClassVar[int]
    passkey_json: str
    issuer_code: IssuerCode
    def __init__(self, passkey_json: _Optional[str] = ..., issuer_code: _Optional[_Union[IssuerCode, _Mapping]] = ...) -> None: ...

class GetIssuerRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class GetIssuerResponse(_message.Message):
    __slots__ = ("issuer",)
    ISSUER_FIELD_NUMBER: _ClassVar[int]
    issuer: Issuer
    def __init__(self, issuer: _Optional[_Union[Issuer, _Mapping]] = ...) -> None: ...

class SignInWithIssuerRequest(_message.Message):
    __slots__ = ("code", "device_name")
    CODE_FIELD_NUMBER: _ClassVar[int]
    DEVICE_NAME_FIELD_NUMBER: _ClassVar[int]
    code: IssuerCode
    device_name: str
    def __init__(self, code: _Optional[_Union[IssuerCode, _Mapping]] = ..., device_name: _Optional[str] = ...) -> None: ...

class SignInWithIssuerResponse(_message.Message):
    __slots__ = ("account", "tokens")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    TOKENS_FIELD_NUMBER: _ClassVar[int]
    account: Account
    tokens: Tokens
    def __init__(self, account: _Optional[_Union[Account, _Mapping]] = ..., tokens: _Optional[_Union[Tokens, _Mapping]] = ...) -> None: ...

class LinkIssuerRequest(_message.Message):
    __slots__ = ("code", "password", "owner_proof")
    CODE_FIELD_NUMBER: _ClassVar[int]
    PASSWORD_FIELD_NUMBER: _ClassVar[int]
    OWNER_PROOF_FIELD_NUMBER: _ClassVar[int]
    code: IssuerCode
    password: str
    owner_proof: OwnerProof
    def __init__(self, code: _Optional[_Union[IssuerCode, _Mapping]] = ..., password: _Optional[str] = ..., owner_proof: _Optional[_Union[OwnerProof, _Mapping]] = ...) -> None: ...

class LinkIssuerResponse(_message.Message):
    __slots__ = ("account",)
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    account: Account
    def __init__(self, account: _Optional[_Union[Account, _Mapping]] = ...) -> None: ...

class ChangePasswordRequest(_message.Message):
    __slots__ = ("current_password", "password", "request_id")
    CURRENT_PASSWORD_FIELD_NUMBER: _ClassVar[int]
    PASSWORD_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    current_password: str
    password: str
    request_id: str
    def __init__(self, current_password: _Optional[str] = ..., password: _Optional[str] = ..., request_id: _Optional[str] = ...) -> None: ...

class ChangePasswordResponse(_message.Message):
    __slots__ = ("tokens",)
    TOKENS_FIELD_NUMBER: _ClassVar[int]
    tokens: Tokens
    def __init__(self, tokens: _Optional[_Union[Tokens, _Mapping]] = ...) -> None: ...

class MakeRecoveryCodesRequest(_message.Message):
    __slots__ = ("password", "owner_proof")
    PASSWORD_FIELD_NUMBER: _ClassVar[int]
    OWNER_PROOF_FIELD_NUMBER: _ClassVar[int]
    password: str
    owner_proof: OwnerProof
    def __init__(self, password: _Optional[str] = ..., owner_proof: _Optional[_Union[OwnerProof, _Mapping]] = ...) -> None: ...

class MakeRecoveryCodesResponse(_message.Message):
    __slots__ = ("codes",)
    CODES_FIELD_NUMBER: _ClassVar[int]
    codes: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, codes: _Optional[_Iterable[str]] = ...) -> None: ...

class RequestRecoveryRequest(_message.Message):
    __slots__ = ("mail",)
    MAIL_FIELD_NUMBER: _ClassVar[int]
    mail: str
    def __init__(self, mail: _Optional[str] = ...) -> None: ...

class RequestRecoveryResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class RecoverRequest(_message.Message):
    __slots__ = ("token", "code", "password", "device_name")
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    CODE_FIELD_NUMBER: _ClassVar[int]
    PASSWORD_FIELD_NUMBER: _ClassVar[int]
    DEVICE_NAME_FIELD_NUMBER: _ClassVar[int]
    token: str
    code: RecoveryCode
    password: str
    device_name: str
    def __init__(self, token: _Optional[str] = ..., code: _Optional[_Union[RecoveryCode, _Mapping]] = ..., password: _Optional[str] = ..., device_name: _Optional[str] = ...) -> None: ...

class RecoveryCode(_message.Message):
    __slots__ = ("display_name", "code")
    DISPLAY_NAME_FIELD_NUMBER: _ClassVar[int]
    CODE_FIELD_NUMBER: _ClassVar[int]
    display_name: str
    code: str
    def __init__(self, display_name: _Optional[str] = ..., code: _Optional[str] = ...) -> None: ...

class RecoverResponse(_message.Message):
    __slots__ = ("account", "tokens")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    TOKENS_FIELD_NUMBER: _ClassVar[int]
    account: Account
    tokens: Tokens
    def __init__(self, account: _Optional[_Union[Account, _Mapping]] = ..., tokens: _Optional[_Union[Tokens, _Mapping]] = ...) -> None: ...

class BeginPasskeyRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class BeginPasskeyResponse(_message.Message):
    __slots__ = ("options_json",)
    OPTIONS_JSON_FIELD_NUMBER: _ClassVar[int]
    options_json: str
    def __init__(self, options_json: _Optional[str] = ...) -> None: ...

class AddPasskeyRequest(_message.Message):
    __slots__ = ("credential_json", "passkey_name", "password", "owner_proof")
    CREDENTIAL_JSON_FIELD_NUMBER: _ClassVar[int]
    PASSKEY_NAME_FIELD_NUMBER: _ClassVar[int]
    PASSWORD_FIELD_NUMBER: _ClassVar[int]
    OWNER_PROOF_FIELD_NUMBER: _ClassVar[int]
    credential_json: str
    passkey_name: str
    password: str
    owner_proof: OwnerProof
    def __init__(self, credential_json: _Optional[str] = ..., passkey_name: _Optional[str] = ..., password: _Optional[str] = ..., owner_proof: _Optional[_Union[OwnerProof, _Mapping]] = ...) -> None: ...

class Passkey(_message.Message):
    __slots__ = ("passkey_id", "passkey_name", "create_time", "use_time")
    PASSKEY_ID_FIELD_NUMBER: _ClassVar[int]
    PASSKEY_NAME_FIELD_NUMBER: _ClassVar[int]
    CREATE_TIME_FIELD_NUMBER: _ClassVar[int]
    USE_TIME_FIELD_NUMBER: _ClassVar[int]
    passkey_id: str
    passkey_name: str
    create_time: _timestamp_pb2.Timestamp
    use_time: _timestamp_pb2.Timestamp
    def __init__(self, passkey_id: _Optional[str] = ..., passkey_name: _Optional[str] = ..., create_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., use_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class AddPasskeyResponse(_message.Message):
    __slots__ = ("account", "passkeys")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    PASSKEYS_FIELD_NUMBER: _ClassVar[int]
    account: Account
    passkeys: _containers.RepeatedCompositeFieldContainer[Passkey]
    def __init__(self, account: _Optional[_Union[Account, _Mapping]] = ..., passkeys: _Optional[_Iterable[_Union[Passkey, _Mapping]]] = ...) -> None: ...

class ListPasskeysRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ListPasskeysResponse(_message.Message):
    __slots__ = ("passkeys",)
    PASSKEYS_FIELD_NUMBER: _ClassVar[int]
    passkeys: _containers.RepeatedCompositeFieldContainer[Passkey]
    def __init__(self, passkeys: _Optional[_Iterable[_Union[Passkey, _Mapping]]] = ...) -> None: ...

class RemovePasskeyRequest(_message.Message):
    __slots__ = ("passkey_id",)
    PASSKEY_ID_FIELD_NUMBER: _ClassVar[int]
    passkey_id: str
    def __init__(self, passkey_id: _Optional[str] = ...) -> None: ...

class RemovePasskeyResponse(_message.Message):
    __slots__ = ("passkeys",)
    PASSKEYS_FIELD_NUMBER: _ClassVar[int]
    passkeys: _containers.RepeatedCompositeFieldContainer[Passkey]
    def __init__(self, passkeys: _Optional[_Iterable[_Union[Passkey, _Mapping]]] = ...) -> None: ...

class BeginPasskeySignInRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class BeginPasskeySignInResponse(_message.Message):
    __slots__ = ("options_json",)
    OPTIONS_JSON_FIELD_NUMBER: _ClassVar[int]
    options_json: str
    def __init__(self, options_json: _Optional[str] = ...) -> None: ...

class SignInWithPasskeyRequest(_message.Message):
    __slots__ = ("credential_json", "device_name")
    CREDENTIAL_JSON_FIELD_NUMBER: _ClassVar[int]
    DEVICE_NAME_FIELD_NUMBER: _ClassVar[int]
    credential_json: str
    device_name: str
    def __init__(self, credential_json: _Optional[str] = ..., device_name: _Optional[str] = ...) -> None: ...

class SignInWithPasskeyResponse(_message.Message):
    __slots__ = ("account", "tokens")
    ACCOUNT_FIELD_NUMBER: _ClassVar[int]
    TOKENS_FIELD_NUMBER: _ClassVar[int]
    account: Account
    tokens: Tokens
    def __init__(self, account: _Optional[_Union[Account, _Mapping]] = ..., tokens: _Optional[_Union[Tokens, _Mapping]] = ...) -> None: ...

class ExportMeRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ExportMeResponse(_message.Message):
    __slots__ = ("content",)
    CONTENT_FIELD_NUMBER: _ClassVar[int]
    content: bytes
    def __init__(self, content: _Optional[bytes] = ...) -> None: ...

class ListDevicesRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ListDevicesResponse(_message.Message):
    __slots__ = ("devices",)
    DEVICES_FIELD_NUMBER: _ClassVar[int]
    devices: _containers.RepeatedCompositeFieldContainer[Device]
    def __init__(self, devices: _Optional[_Iterable[_Union[Device, _Mapping]]] = ...) -> None: ...

class Device(_message.Message):
    __slots__ = ("device_id", "device_name", "seen_time")
    DEVICE_ID_FIELD_NUMBER: _ClassVar[int]
    DEVICE_NAME_FIELD_NUMBER: _ClassVar[int]
    SEEN_TIME_FIELD_NUMBER: _ClassVar[int]
    device_id: str
    device_name: str
    seen_time: _timestamp_pb2.Timestamp
    def __init__(self, device_id: _Optional[str] = ..., device_name: _Optional[str] = ..., seen_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class SignOutDeviceRequest(_message.Message):
    __slots__ = ("device_id",)
    DEVICE_ID_FIELD_NUMBER: _ClassVar[int]
    device_id: str
    def __init__(self, device_id: _Optional[str] = ...) -> None: ...

class SignOutDeviceResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class DeleteMeRequest(_message.Message):
    __slots__ = ("display_name", "password", "owner_proof")
    DISPLAY_NAME_FIELD_NUMBER: _ClassVar[int]
    PASSWORD_FIELD_NUMBER: _ClassVar[int]
    OWNER_PROOF_FIELD_NUMBER: _ClassVar[int]
    display_name: str
    password: str
    owner_proof: OwnerProof
    def __init__(self, display_name: _Optional[str] = ..., password: _Optional[str] = ..., owner_proof: _Optional[_Union[OwnerProof, _Mapping]] = ...) -> None: ...

class DeleteMeResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class AddDeviceKeyRequest(_message.Message):
    __slots__ = ("public_key", "device_name", "proof", "password", "owner_proof")
    PUBLIC_KEY_FIELD_NUMBER: _ClassVar[int]
    DEVICE_NAME_FIELD_NUMBER: _ClassVar[int]
    PROOF_FIELD_NUMBER: _ClassVar[int]
    PASSWORD_FIELD_NUMBER: _ClassVar[int]
    OWNER_PROOF_FIELD_NUMBER: _ClassVar[int]
    public_key: str
    device_name: str
    proof: str
    password: str
    owner_proof: OwnerProof
    def __init__(self, public_key: _Optional[str] = ..., device_name: _Optional[str] = ..., proof: _Optional[str] = ..., password: _Optional[str] = ..., owner_proof: _Optional[_Union[OwnerProof, _Mapping]] = ...) -> None: ...

class DeviceKey(_message.Message):
    __slots__ = ("public_key", "device_name", "create_time")
    PUBLIC_KEY_FIELD_NUMBER: _ClassVar[int]
    DEVICE_NAME_FIELD_NUMBER: _ClassVar[int]
    CREATE_TIME_FIELD_NUMBER: _ClassVar[int]
    public_key: str
    device_name: str
    create_time: _timestamp_pb2.Timestamp
    def __init__(self, public_key: _Optional[str] = ..., device_name: _Optional[str] = ..., create_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class AddDeviceKeyResponse(_message.Message):
    __slots__ = ("device_keys",)
    DEVICE_KEYS_FIELD_NUMBER: _ClassVar[int]
    device_keys: _containers.RepeatedCompositeFieldContainer[DeviceKey]
    def __init__(self, device_keys: _Optional[_Iterable[_Union[DeviceKey, _Mapping]]] = ...) -> None: ...

class ListDeviceKeysRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ListDeviceKeysResponse(_message.Message):
    __slots__ = ("device_keys",)
    DEVICE_KEYS_FIELD_NUMBER: _ClassVar[int]
    device_keys: _containers.RepeatedCompositeFieldContainer[DeviceKey]
    def __init__(self, device_keys: _Optional[_Iterable[_Union[DeviceKey, _Mapping]]] = ...) -> None: ...

class RemoveDeviceKeyRequest(_message.Message):
    __slots__ = ("public_key",)
    PUBLIC_KEY_FIELD_NUMBER: _ClassVar[int]
    public_key: str
    def __init__(self, public_key: _Optional[str] = ...) -> None: ...

class RemoveDeviceKeyResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class CreatePersonalTokenRequest(_message.Message):
    __slots__ = ("token_name", "scopes", "lifetime", "password", "owner_proof")
    TOKEN_NAME_FIELD_NUMBER: _ClassVar[int]
    SCOPES_FIELD_NUMBER: _ClassVar[int]
    LIFETIME_FIELD_NUMBER: _ClassVar[int]
    PASSWORD_FIELD_NUMBER: _ClassVar[int]
    OWNER_PROOF_FIELD_NUMBER: _ClassVar[int]
    token_name: str
    scopes: _containers.RepeatedScalarFieldContainer[_scopes_pb2.Scope]
    lifetime: _duration_pb2.Duration
    password: str
    owner_proof: OwnerProof
    def __init__(self, token_name: _Optional[str] = ..., scopes: _Optional[_Iterable[_Union[_scopes_pb2.Scope, str]]] = ..., lifetime: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., password: _Optional[str] = ..., owner_proof: _Optional[_Union[OwnerProof, _Mapping]] = ...) -> None: ...

class PersonalToken(_message.Message):
    __slots__ = ("token_id", "token_name", "scopes", "create_time", "expire_time", "use_time")
    TOKEN_ID_FIELD_NUMBER: _ClassVar[int]
    TOKEN_NAME_FIELD_NUMBER: _ClassVar[int]
    SCOPES_FIELD_NUMBER: _ClassVar[int]
    CREATE_TIME_FIELD_NUMBER: _ClassVar[int]
    EXPIRE_TIME_FIELD_NUMBER: _ClassVar[int]
    USE_TIME_FIELD_NUMBER: _ClassVar[int]
    token_id: str
    token_name: str
    scopes: _containers.RepeatedScalarFieldContainer[_scopes_pb2.Scope]
    create_time: _timestamp_pb2.Timestamp
    expire_time: _timestamp_pb2.Timestamp
    use_time: _timestamp_pb2.Timestamp
    def __init__(self, token_id: _Optional[str] = ..., token_name: _Optional[str] = ..., scopes: _Optional[_Iterable[_Union[_scopes_pb2.Scope, str]]] = ..., create_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., expire_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., use_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class CreatePersonalTokenResponse(_message.Message):
    __slots__ = ("token", "personal_token")
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    PERSONAL_TOKEN_FIELD_NUMBER: _ClassVar[int]
    token: str
    personal_token: PersonalToken
    def __init__(self, token: _Optional[str] = ..., personal_token: _Optional[_Union[PersonalToken, _Mapping]] = ...) -> None: ...

class ListPersonalTokensRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ListPersonalTokensResponse(_message.Message):
    __slots__ = ("personal_tokens",)
    PERSONAL_TOKENS_FIELD_NUMBER: _ClassVar[int]
    personal_tokens: _containers.RepeatedCompositeFieldContainer[PersonalToken]
    def __init__(self, personal_tokens: _Optional[_Iterable[_Union[PersonalToken, _Mapping]]] = ...) -> None: ...

class RevokePersonalTokenRequest(_message.Message):
    __slots__ = ("token_id",)
    TOKEN_ID_FIELD_NUMBER: _ClassVar[int]
    token_id: str
    def __init__(self, token_id: _Optional[str] = ...) -> None: ...

class RevokePersonalTokenResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class BeginAppSignInRequest(_message.Message):
    __slots__ = ("authorization_query",)
    AUTHORIZATION_QUERY_FIELD_NUMBER: _ClassVar[int]
    authorization_query: str
    def __init__(self, authorization_query: _Optional[str] = ...) -> None: ...

class BeginAppSignInResponse(_message.Message):
    __slots__ = ("client_id", "client_name", "redirect_host", "scopes")
    CLIENT_ID_FIELD_NUMBER: _ClassVar[int]
    CLIENT_NAME_FIELD_NUMBER: _ClassVar[int]
    REDIRECT_HOST_FIELD_NUMBER: _ClassVar[int]
    SCOPES_FIELD_NUMBER: _ClassVar[int]
    client_id: str
    client_name: str
    redirect_host: str
    scopes: _containers.RepeatedScalarFieldContainer[_scopes_pb2.Scope]
    def __init__(self, client_id: _Optional[str] = ..., client_name: _Optional[str] = ..., redirect_host: _Optional[str] = ..., scopes: _Optional[_Iterable[_Union[_scopes_pb2.Scope, str]]] = ...) -> None: ...

class AnswerAppSignInRequest(_message.Message):
    __slots__ = ("authorization_query", "approve")
    AUTHORIZATION_QUERY_FIELD_NUMBER: _ClassVar[int]
    APPROVE_FIELD_NUMBER: _ClassVar[int]
    authorization_query: str
    approve: bool
    def __init__(self, authorization_query: _Optional[str] = ..., approve: _Optional[bool] = ...) -> None: ...

class AnswerAppSignInResponse(_message.Message):
    __slots__ = ("redirect_url",)
    REDIRECT_URL_FIELD_NUMBER: _ClassVar[int]
    redirect_url: str
    def __init__(self, redirect_url: _Optional[str] = ...) -> None: ...

class App(_message.Message):
    __slots__ = ("app_id", "client_id", "client_name", "scopes", "create_time", "use_time")
    APP_ID_FIELD_NUMBER: _ClassVar[int]
    CLIENT_ID_FIELD_NUMBER: _ClassVar[int]
    CLIENT_NAME_FIELD_NUMBER: _ClassVar[int]
    SCOPES_FIELD_NUMBER: _ClassVar[int]
    CREATE_TIME_FIELD_NUMBER: _ClassVar[int]
    USE_TIME_FIELD_NUMBER: _ClassVar[int]
    app_id: str
    client_id: str
    client_name: str
    scopes: _containers.RepeatedScalarFieldContainer[_scopes_pb2.Scope]
    create_time: _timestamp_pb2.Timestamp
    use_time: _timestamp_pb2.Timestamp
    def __init__(self, app_id: _Optional[str] = ..., client_id: _Optional[str] = ..., client_name: _Optional[str] = ..., scopes: _Optional[_Iterable[_Union[_scopes_pb2.Scope, str]]] = ..., create_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., use_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class ListAppsRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ListAppsResponse(_message.Message):
    __slots__ = ("apps",)
    APPS_FIELD_NUMBER: _ClassVar[int]
    apps: _containers.RepeatedCompositeFieldContainer[App]
    def __init__(self, apps: _Optional[_Iterable[_Union[App, _Mapping]]] = ...) -> None: ...

class RevokeAppRequest(_message.Message):
    __slots__ = ("app_id",)
    APP_ID_FIELD_NUMBER: _ClassVar[int]
    app_id: str
    def __init__(self, app_id: _Optional[str] = ...) -> None: ...

class RevokeAppResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...
