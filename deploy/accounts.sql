-- The three accounts of the database, none of them a superuser, so that what is stored can only be added to:
--   turnledger_owner    owns the tables and runs `turnledger migrate`, nothing else
--   turnledger_server   has the role turnledger_writer: reads and appends
--   turnledger_auditor  has the role turnledger_reader: reads events and what was signed of them
-- The superuser runs it with psql 14 or newer, again whenever a password is to be another (compose.yaml: at each
-- start):
--   OWNER_PASSWORD=… SERVER_PASSWORD=… AUDITOR_PASSWORD=… psql -f accounts.sql
\set ON_ERROR_STOP on
\getenv owner_password OWNER_PASSWORD
\getenv server_password SERVER_PASSWORD
\getenv auditor_password AUDITOR_PASSWORD
SET password_encryption = 'scram-sha-256';
SET client_min_messages = 'warning';
SET log_statement = 'none';
SET log_min_error_statement = 'panic';
SELECT format('CREATE ROLE %I', wanted)
FROM unnest(ARRAY[
  'turnledger_writer', 'turnledger_reader', 'turnledger_owner', 'turnledger_server', 'turnledger_auditor'
]) AS wanted
WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = wanted) \gexec
ALTER ROLE turnledger_owner LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD :'owner_password';
ALTER ROLE turnledger_server LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD :'server_password';
ALTER ROLE turnledger_auditor LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD :'auditor_password';
GRANT turnledger_writer TO turnledger_server;
GRANT turnledger_reader TO turnledger_auditor;
SELECT 'CREATE DATABASE turnledger OWNER turnledger_owner ENCODING ''UTF8'' TEMPLATE template0'
WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = 'turnledger') \gexec
REVOKE ALL ON DATABASE turnledger FROM PUBLIC;
GRANT CONNECT ON DATABASE turnledger TO turnledger_server, turnledger_auditor;
