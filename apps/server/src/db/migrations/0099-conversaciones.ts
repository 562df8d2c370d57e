import { type Kysely, sql } from 'kysely'

/** What people say to models and what these answer, for each person alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const STATEMENTS = [
  `create table ai_conversaciones (
    id uuid primary key,
    clase text not null check (clase in ('chat', 'agente')),
    usuario_id uuid not null references usuarios on delete cascade,
    titulo text not null default '',
    servidor_id uuid references servidores on delete set null,
    modelo text not null default '',
    agente_id uuid,
    colecciones uuid[] not null default '{}',
    contextos uuid[] not null default '{}',
    revision integer not null default 1,
    creado_en timestamptz not null default now(),
    actualizado_en timestamptz not null default now())`,
  `create index ai_conversaciones_de_usuario on ai_conversaciones (usuario_id, clase, actualizado_en desc, id desc)`,
  `create index ai_conversaciones_actualizado on ai_conversaciones (actualizado_en)`,
  `create index ai_conversaciones_servidor on ai_conversaciones (servidor_id) where servidor_id is not null`,

  // Whoever has one written tells with `latido` that it goes on; `detener` asks it to stop, whichever process it is.
  `create table ai_mensajes (
    id uuid primary key,
    conversacion_id uuid not null references ai_conversaciones on delete cascade,
    orden integer not null,
    rol text not null check (rol in ('usuario', 'asistente', 'herramienta')),
    texto text not null default '',
    piezas jsonb not null default '[]',
    estado text not null,
    error jsonb,
    motivo text,
    modelo text,
    tokens_entrada integer,
    tokens_salida integer,
    importe numeric,
    moneda text,
    latido timestamptz,
    detener boolean not null default false,
    creado_en timestamptz not null default now(),
    terminado_en timestamptz,
    unique (conversacion_id, orden))`,
  `create index ai_mensajes_generando on ai_mensajes (latido) where estado = 'generando'`,

  // Of a document its text, of a picture its bytes. Without a message: it was not sent yet.
  `create table ai_adjuntos (
    id uuid primary key,
    conversacion_id uuid not null references ai_conversaciones on delete cascade,
    mensaje_id uuid references ai_mensajes on delete cascade,
    nombre text not null,
    tipo text not null,
    bytes integer not null,
    texto text,
    imagen bytea,
    creado_en timestamptz not null default now())`,
  `alter table ai_adjuntos alter column imagen set storage external`,
  `create index ai_adjuntos_de_conversacion on ai_adjuntos (conversacion_id)`,
  `create index ai_adjuntos_de_mensaje on ai_adjuntos (mensaje_id)`,
  `create index ai_adjuntos_sin_enviar on ai_adjuntos (creado_en) where mensaje_id is null`,

  // What a message cost is the sum of the calls made for it.
  `alter table ai_consumos add column mensaje_id uuid`,
  `create index ai_consumos_de_mensaje on ai_consumos (mensaje_id) where mensaje_id is not null`,
]
