"""The gRPC port as proxies, balancers and tools of others meet it."""

import asyncio

import grpc
import pytest
from google.protobuf.descriptor_pb2 import FileDescriptorProto
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2 as messages

from services.main import running
from tests.api.conftest import settings

FINAL = "grpc.reflection.v1.ServerReflection"


async def reflected(address, version, *requests):
    async with grpc.aio.insecure_channel(address) as channel:
        ask = channel.stream_stream(
            f"/grpc.reflection.{version}.ServerReflection/ServerReflectionInfo",
            request_serializer=messages.ServerReflectionRequest.SerializeToString,
            response_deserializer=messages.ServerReflectionResponse.FromString,
        )
        return [answer async for answer in ask(iter(requests))]


@pytest.mark.parametrize("version", ["v1", "v1alpha"])
async def test_reflection_lists_and_describes_all_services_under_both_of_its_names(tmp_path, version):
    async with running(settings(tmp_path)) as server:
        (answer,) = await reflected(server.grpc, version, messages.ServerReflectionRequest(list_services="*"))
        names = [each.name for each in answer.list_services_response.service]
        assert {FINAL, "grpc.reflection.v1alpha.ServerReflection", "turnledger.v1.Lobby"} <= {*names}
        asked = [messages.ServerReflectionRequest(file_containing_symbol=name) for name in names]
        described = await reflected(server.grpc, version, *asked)
        for name, each in zip(names, described, strict=True):
            files = [
                FileDescriptorProto.FromString(file) for file in each.file_descriptor_response.file_descriptor_proto
            ]
            assert name in [f"{file.package}.{service.name}" for file in files for service in file.service]


async def test_connections_are_closed_at_their_age_and_calls_continue_on_new_ones(tmp_path):
    async with (
        running(settings(tmp_path, connection_age_s=1)) as server,
        grpc.aio.insecure_channel(server.grpc) as channel,
        asyncio.timeout(60),
    ):
        for _ in range(2):
            await health_pb2_grpc.HealthStub(channel).Check(health_pb2.HealthCheckRequest())
            await channel.wait_for_state_change(grpc.ChannelConnectivity.READY)


async def test_connections_have_no_age_where_none_is_set(tmp_path):
    async with running(settings(tmp_path)) as server, grpc.aio.insecure_channel(server.grpc) as channel:
        await health_pb2_grpc.HealthStub(channel).Check(health_pb2.HealthCheckRequest())
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(channel.wait_for_state_change(grpc.ChannelConnectivity.READY), 2)
