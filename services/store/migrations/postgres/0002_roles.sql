-- Two roles to grant to the accounts that programs log in with: GRANT turnledger_writer TO api_server.
-- Roles belong to the whole server, so another database of it may have made them already.
DO $$
DECLARE
    wanted text;
BEGIN
    FOREACH wanted IN ARRAY ARRAY['turnledger_writer', 'turnledger_reader'] LOOP
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = wanted) THEN
            BEGIN
                EXECUTE format('CREATE ROLE %I NOLOGIN', wanted);
            EXCEPTION WHEN duplicate_object OR unique_violation THEN
                RAISE NOTICE 'role % was made at the same moment', wanted;
            END;
        END IF;
    END LOOP;
    EXECUTE format('GRANT USAGE ON SCHEMA %I TO turnledger_writer, turnledger_reader', current_schema());
END $$;
GRANT SELECT ON stored_events, schema_version TO turnledger_writer, turnledger_reader;
-- Nobody may change or delete what is stored, only its owner, who runs the migrations.
GRANT INSERT ON stored_events TO turnledger_writer;
GRANT USAGE ON SEQUENCE stored_events_notification_id_seq TO turnledger_writer;
