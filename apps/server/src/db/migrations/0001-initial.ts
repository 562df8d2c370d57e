import { type Kysely, sql } from 'kysely'

/** Everything the product stores. Names are the Spanish nouns of the contract, in snake case. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const REVISION = `
  revision integer not null default 1,
  creado_en timestamptz not null default now(),
  actualizado_en timestamptz not null default now(),
  actualizado_por text`

const STATEMENTS = [
  `create extension if not exists pg_trgm`,
  `create extension if not exists unaccent`,

  `create table claves_secretos (
    id text primary key,
    comprobacion text not null,
    creada_en timestamptz not null default now(),
    retirada_en timestamptz)`,

  `create table usuarios (
    id uuid primary key,
    username text not null,
    email text not null,
    role text not null check (role in ('admin', 'operador', 'lectura')),
    password_hash text not null,
    activo boolean not null default true,
    ultimo_acceso timestamptz,
    ${REVISION})`,
  `create unique index usuarios_username on usuarios (lower(username))`,
  `create unique index usuarios_email on usuarios (lower(email))`,

  // One row a refresh token. Only hashes: the successor of a token is derived from it, so a tab that asks late gets the same one.
  `create table sesiones (
    hash bytea primary key,
    familia uuid not null,
    usuario_id uuid not null references usuarios on delete cascade,
    creada_en timestamptz not null default now(),
    expira_en timestamptz not null,
    reemplazada_en timestamptz)`,
  `create index sesiones_familia on sesiones (familia)`,
  `create index sesiones_usuario on sesiones (usuario_id)`,
  `create index sesiones_expira on sesiones (expira_en)`,

  `create table intentos_acceso (
    clave text primary key,
    fallos integer not null,
    ultimo timestamptz not null,
    bloqueado_hasta timestamptz)`,

  `create table categorias (
    id uuid primary key,
    nombre text not null,
    descripcion text not null default '',
    color text,
    padre_id uuid references categorias,
    orden integer not null default 0,
    ${REVISION})`,
  `create unique index categorias_nombre on categorias (coalesce(padre_id, '00000000-0000-0000-0000-000000000000'), lower(nombre))`,

  `create table servidores (
    id uuid primary key,
    nombre text not null,
    tipo_servidor text not null,
    descripcion text not null default '',
    categoria_id uuid references categorias on delete set null,
    activo boolean not null default true,
    permitir_red_privada boolean not null default false,
    config jsonb not null,
    pool jsonb not null,
    resiliencia jsonb not null,
    ${REVISION})`,
  `create unique index servidores_nombre on servidores (lower(nombre))`,

  `create table procesos (
    id uuid primary key,
    nombre text not null,
    descripcion text not null default '',
    categoria_id uuid references categorias on delete set null,
    modo text not null check (modo in ('memoria', 'durable')),
    flujo jsonb not null,
    version_publicada integer,
    ${REVISION})`,
  `create unique index procesos_nombre on procesos (lower(nombre))`,

  `create table proceso_versiones (
    proceso_id uuid not null references procesos on delete cascade,
    version integer not null,
    modo text not null,
    flujo jsonb not null,
    nota text not null default '',
    publicada_en timestamptz not null default now(),
    publicada_por text,
    primary key (proceso_id, version))`,

  // What a flujo names, kept beside it so that usos are a look-up: drafts are version 0.
  `create table proceso_dependencias (
    proceso_id uuid not null references procesos on delete cascade,
    version integer not null,
    recurso text not null,
    referencia text not null,
    nodo text not null,
    primary key (proceso_id, version, recurso, referencia, nodo))`,
  `create index proceso_dependencias_uso on proceso_dependencias (recurso, referencia)`,

  `create table canales (
    id uuid primary key,
    nombre text not null,
    descripcion text not null default '',
    categoria_id uuid references categorias on delete set null,
    tipo text not null check (tipo in ('REST', 'SOAP')),
    ruta text not null,
    activo boolean not null default true,
    modo text not null check (modo in ('sincrono', 'asincrono')),
    acceso jsonb not null,
    limite jsonb,
    concurrencia integer,
    tiempo_maximo_ms integer not null,
    max_cuerpo_bytes integer not null,
    cors jsonb,
    ${REVISION})`,
  `create unique index canales_nombre on canales (lower(nombre))`,
  `create unique index canales_ruta on canales (tipo, ruta)`,

  `create table canal_procesos (
    canal_id uuid not null references canales on delete cascade,
    orden integer not null,
    proceso_id uuid not null references procesos,
    version integer,
    metodo text,
    ruta text,
    operacion text,
    etag boolean not null default false,
    primary key (canal_id, orden))`,
  `create index canal_procesos_proceso on canal_procesos (proceso_id)`,

  `create table tareas_programadas (
    id uuid primary key,
    nombre text not null,
    descripcion text not null default '',
    categoria_id uuid references categorias on delete set null,
    proceso_id uuid not null references procesos,
    cron text not null,
    zona_horaria text not null,
    entrada jsonb not null default '{}',
    activo boolean not null default true,
    solapamiento text not null check (solapamiento in ('omitir', 'encolar', 'permitir', 'cancelarAnterior')),
    al_perder text not null check (al_perder in ('omitir', 'ultima', 'todas')),
    ${REVISION})`,
  `create unique index tareas_programadas_nombre on tareas_programadas (lower(nombre))`,
  `create index tareas_programadas_proceso on tareas_programadas (proceso_id)`,

  `create table parametros (
    id uuid primary key,
    nombre text not null,
    tipo text not null,
    descripcion text not null default '',
    categoria_id uuid references categorias on delete set null,
    secreto boolean not null default false,
    valor jsonb not null,
    ${REVISION})`,
  `create unique index parametros_nombre on parametros (nombre)`,

  `create table tablas (
    id uuid primary key,
    nombre text not null,
    descripcion text not null default '',
    categoria_id uuid references categorias on delete set null,
    columnas jsonb not null,
    ${REVISION})`,
  `create unique index tablas_nombre on tablas (nombre)`,
  `create table tabla_filas (
    tabla_id uuid not null references tablas on delete cascade,
    id bigint generated always as identity,
    datos jsonb not null,
    revision integer not null default 1,
    primary key (tabla_id, id))`,

  `create table consecutivos (
    id uuid primary key,
    nombre text not null,
    descripcion text not null default '',
    categoria_id uuid references categorias on delete set null,
    inicio bigint not null default 1,
    incremento bigint not null default 1 check (incremento <> 0),
    /* The last value given out; null before the first. */
    ultimo bigint,
    prefijo text not null default '',
    largo integer not null default 0,
    ${REVISION})`,
  `create unique index consecutivos_nombre on consecutivos (nombre)`,

  `create table tokens (
    id uuid primary key,
    nombre text not null,
    hash bytea not null unique,
    /* The first characters, so that a person can tell tokens apart. */
    prefijo text not null,
    /* Null: every canal. */
    canales uuid[],
    expira_en timestamptz,
    ultimo_uso timestamptz,
    revocado_en timestamptz,
    ${REVISION})`,
  `create unique index tokens_nombre on tokens (lower(nombre))`,

  // Append-only; each row holds the hash of itself and the row before (security rule 21).
  `create table auditoria (
    id bigint primary key,
    momento timestamptz not null,
    usuario text not null,
    accion text not null,
    recurso text not null,
    recurso_id text,
    detalle jsonb not null,
    hash bytea not null)`,
  `create index auditoria_recurso on auditoria (recurso, recurso_id, id desc)`,
  `create function rechazar_cambio() returns trigger language plpgsql as $$
    begin raise exception 'auditoria is append-only'; end $$`,
  `create trigger auditoria_inmutable before update or delete or truncate on auditoria
    for each statement execute function rechazar_cambio()`,

  `create table ejecuciones (
    id uuid not null,
    inicio timestamptz not null,
    duracion_ms double precision,
    estado text not null,
    proceso_id uuid not null,
    /* Null: a draft. */
    version integer,
    canal_id uuid,
    origen text not null,
    error_codigo text,
    error_mensaje text,
    error_nodo text,
    nodo_motor text not null,
    /* json, not jsonb: written by every run and read by few people. */
    entrada json,
    salida json,
    pasos json not null,
    primary key (inicio, id)) partition by range (inicio)`,
  `create index ejecuciones_id on ejecuciones (id)`,
  `create index ejecuciones_proceso on ejecuciones (proceso_id, inicio desc, id desc)`,
  `create index ejecuciones_fallidas on ejecuciones (inicio desc, id desc) where estado = 'error'`,

  `create table nodos_motor (
    id text primary key,
    rol text not null,
    inicio timestamptz not null,
    latido timestamptz not null,
    datos jsonb not null)`,
  `create table metricas_muestras (
    momento timestamptz primary key,
    datos jsonb not null)`,

  `create table respuestas_idempotentes (
    canal_id uuid not null references canales on delete cascade,
    clave text not null,
    /* Of method, path and body: the same key with another request is refused. */
    huella bytea not null,
    estado integer,
    cabeceras jsonb,
    cuerpo bytea,
    creada_en timestamptz not null default now(),
    expira_en timestamptz not null,
    primary key (canal_id, clave))`,
  `create index respuestas_idempotentes_expira on respuestas_idempotentes (expira_en)`,

  // Every change of a definition, in the transaction that makes it: motor nodes hear NOTIFY and poll the number as a safety net.
  `create table cambios (
    id bigint generated always as identity primary key,
    recurso text not null,
    recurso_id text,
    momento timestamptz not null default now())`,
  `create function anotar_cambio() returns trigger language plpgsql as $$
    declare fila record; referencia text;
    begin
      if tg_op = 'DELETE' then fila := old; else fila := new; end if;
      referencia := to_jsonb(fila) ->> tg_argv[0];
      insert into cambios (recurso, recurso_id) values (tg_table_name, referencia);
      perform pg_notify('div_cambios', json_build_object('recurso', tg_table_name, 'id', referencia)::text);
      return null;
    end $$`,
  ...['servidores', 'canales', 'parametros', 'tareas_programadas', 'procesos'].map(
    (tabla) => `create trigger ${tabla}_cambio after insert or update or delete on ${tabla}
      for each row execute function anotar_cambio('id')`,
  ),
  // Not for its rows, which touch the time of their tabla: they define nothing, and are told of on a channel of their own.
  `create trigger tablas_cambio
    after insert or delete or update of nombre, descripcion, categoria_id, columnas, revision on tablas
    for each row execute function anotar_cambio('id')`,
  `create function avisar_filas() returns trigger language plpgsql as $$
    begin
      perform pg_notify('div_filas', new.id::text);
      return null;
    end $$`,
  `create trigger tablas_filas after update of actualizado_en on tablas
    for each row when (old.revision = new.revision) execute function avisar_filas()`,
  // Not for the last use, which changes with every batch of calls and defines nothing.
  `create trigger tokens_cambio
    after insert or delete or update of nombre, hash, canales, expira_en, revocado_en on tokens
    for each row execute function anotar_cambio('id')`,
  `create trigger canal_procesos_cambio after insert or update or delete on canal_procesos
    for each row execute function anotar_cambio('canal_id')`,
  `create trigger proceso_versiones_cambio after insert or delete on proceso_versiones
    for each row execute function anotar_cambio('proceso_id')`,
]
