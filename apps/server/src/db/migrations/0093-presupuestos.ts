import { type Kysely, sql } from 'kysely'

/** What models cost, what may be spent on them, and the ledger of what was. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db)
}

const REVISED = `
    revision integer not null default 1,
    creado_en timestamptz not null default now(),
    actualizado_en timestamptz not null default now(),
    actualizado_por text`

// Amounts are numeric without a scale: as exact as they were written. Days are texts as ISO 8601 writes them, which order themselves.
const STATEMENTS = [
  `create table ai_precios (
    id uuid primary key,
    modelo text not null,
    nombre text not null generated always as (case modelo when '' then 'Cualquier modelo' else modelo end) stored,
    servidor_id uuid references servidores (id) on delete cascade,
    desde text collate "C" not null,
    hasta text collate "C",
    entrada_por_millon numeric not null,
    salida_por_millon numeric not null,
    cacheada_por_millon numeric,
    embeddings_por_millon numeric,
    moneda text not null,
    ${REVISED})`,
  `create unique index ai_precios_desde on ai_precios (modelo, servidor_id, desde) nulls not distinct`,

  `create table ai_presupuestos (
    id uuid primary key,
    nombre text not null,
    descripcion text not null default '',
    activo boolean not null,
    ambito text not null,
    de text,
    periodo text not null,
    zona_horaria text not null,
    importe numeric not null,
    moneda text not null,
    duro boolean not null,
    avisos integer[] not null,
    ${REVISED})`,
  `create unique index ai_presupuestos_nombre on ai_presupuestos (lower(nombre))`,

  // A call locks those of all budgets that count it, in their order: what fits is decided by one after the other.
  `create table ai_presupuesto_periodos (
    presupuesto_id uuid not null references ai_presupuestos (id) on delete cascade,
    inicio timestamptz not null,
    fin timestamptz not null,
    gastado numeric not null default 0,
    reservado numeric not null default 0,
    rechazos integer not null default 0,
    ultimo_rechazo timestamptz,
    primary key (presupuesto_id, inicio))`,

  // Each threshold is told once in a period.
  `create table ai_presupuesto_avisos (
    presupuesto_id uuid not null,
    inicio timestamptz not null,
    umbral integer not null,
    momento timestamptz not null default now(),
    primary key (presupuesto_id, inicio, umbral),
    foreign key (presupuesto_id, inicio) references ai_presupuesto_periodos (presupuesto_id, inicio) on delete cascade)`,

  // It outlives what it names.
  `create table ai_consumos (
    id uuid primary key,
    momento timestamptz not null default now(),
    estado text not null check (estado in ('reservado', 'liquidado', 'liberado', 'vencido')),
    servidor_id uuid,
    modelo text not null,
    clase text not null check (clase in ('texto', 'vectores')),
    entrada bigint not null,
    cacheada bigint not null default 0,
    salida bigint not null,
    /* What it may cost at the most, then what it did. Null: without a price. */
    reservado numeric,
    importe numeric,
    moneda text,
    usuario_id uuid,
    role text,
    agente text,
    proceso_id uuid,
    canal_id uuid,
    ejecucion_id uuid)`,
  `create index ai_consumos_momento on ai_consumos (momento desc, id desc)`,
  `create index ai_consumos_abiertos on ai_consumos (momento) where estado = 'reservado'`,

  // Which budgets count a call.
  `create table ai_consumo_presupuestos (
    consumo_id uuid not null references ai_consumos (id) on delete cascade,
    presupuesto_id uuid not null,
    inicio timestamptz not null,
    primary key (consumo_id, presupuesto_id),
    foreign key (presupuesto_id, inicio) references ai_presupuesto_periodos (presupuesto_id, inicio) on delete cascade)`,
  `create index ai_consumo_presupuestos_periodo on ai_consumo_presupuestos (presupuesto_id, inicio)`,

  `create function ai_periodo(periodo text, zona text, momento timestamptz, out inicio timestamptz, out fin timestamptz)
    language sql stable as $$
      select comienzo at time zone zona, (comienzo + largo) at time zone zona
      from (values ('dia', 'day', interval '1 day'), ('semana', 'week', interval '7 days'),
        ('mes', 'month', interval '1 month'), ('trimestre', 'quarter', interval '3 months'),
        ('anio', 'year', interval '1 year')) as clase (nombre, unidad, largo),
        lateral (select date_trunc(unidad, momento at time zone zona) as comienzo) as cortado
      where nombre = periodo $$`,

  `create function ai_cuenta(presupuesto ai_presupuestos, usuario uuid, role text, agente text, proceso uuid)
    returns boolean language sql immutable as $$
      select case presupuesto.ambito
        when 'todos' then true
        when 'usuario' then coalesce(presupuesto.de = usuario::text, false)
        when 'role' then coalesce(presupuesto.de = role, false)
        when 'agente' then coalesce(presupuesto.de = agente, false)
        when 'proceso' then coalesce(presupuesto.de = proceso::text, false)
        else false end $$`,
]
