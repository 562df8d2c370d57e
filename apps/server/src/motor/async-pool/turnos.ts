import { sql } from 'kysely'
import type { Trabajo } from './trabajo.ts'

/**
 * Of what a canal, a proceso or a tarea bounds only so many run at once in the whole cluster. Such a run waits as `blocked`, which pg-boss
 * neither gives to a worker nor reads on its way to others, until it is given a turn: then it is fetched like any other.
 */

/** The bounds of a run, as pg-boss keeps them: the ids of what bounds it. Undefined: nothing does. */
export function grupoOf(
  { canalId, procesoId, tareaId, enOrden, flujo }: Trabajo,
  acotados: ReadonlySet<string>,
): { id: string } | undefined {
  const cotas = [
    // First: a run that sleeps is found by it.
    ...(enOrden && tareaId !== null ? [tareaId] : []),
    ...(canalId !== null && acotados.has(canalId) ? [canalId] : []),
    // Whoever tries a draft does not wait behind what is published.
    ...(flujo === undefined && acotados.has(procesoId) ? [procesoId] : []),
  ]
  return cotas.length === 0 ? undefined : { id: cotas.join(' ') }
}

/** Of the advisory lock under which turns are given: who counts what runs and who gives its place away are never two. */
const TURNOS_LOCK = 7_310_007

/** As the index on it says, so that it is used. */
const acotadaDe = (queue: string) => `name = '${queue}' and state <= 'active' and group_id is not null`

/**
 * For each group of which something waits, how many more each of its bounds allows; null: any number. What was given a turn counts until it
 * ends or sleeps. A run of a tarea keeps its turn while it sleeps: the next one waits for its end.
 */
const sitioDe = (queue: string) => `
  grupo as (
    (select group_id from cola.job where ${acotadaDe(queue)} and blocked order by group_id limit 1)
    union all
    select (
      select group_id from cola.job where ${acotadaDe(queue)} and blocked and group_id > grupo.group_id
      order by group_id limit 1
    ) from grupo where grupo.group_id is not null
  ), llevadas as (
    select cota, count(*)::int as llevadas from cola.job cross join lateral string_to_table(group_id, ' ') as cota
    where ${acotadaDe(queue)} and not blocked group by cota
  ), sitio as (
    select group_id, cota, limite - coalesce(llevadas, 0) as libres
    from grupo cross join lateral string_to_table(group_id, ' ') as cota left join llevadas using (cota)
    cross join lateral (select least(
      (select concurrencia from canales where id = cota::uuid),
      (select concurrencia from procesos where id = cota::uuid),
      (select case when exists (
          select from ejecuciones_durables
          where dormida and grupo is not null and split_part(grupo ->> 'id', ' ', 1) = cota
        ) then 0 else 1 end
        from tareas_programadas where id = cota::uuid and solapamiento = 'encolar')
    ) as limite) as acotada
    where group_id is not null
  ), abierto as (
    select group_id, min(libres) as libres from sitio group by group_id having coalesce(min(libres), 1) > 0
  )`

/** Of each group with room the run that is next. */
export const primerasDe = (queue: string) =>
  sql.raw(`
    with recursive ${sitioDe(queue)}
    select primera.start_after from abierto cross join lateral (
      select start_after from cola.job where ${acotadaDe(queue)} and blocked and group_id = abierto.group_id
      order by priority desc, created_on limit 1
    ) as primera`)

/**
 * A function, so that the lock is held for as long as the database takes and not until a process that may be away lets it go; in one, each
 * statement sees what was committed before it. Who is refused for one bound has a place in the rank of the other: so it is done again until
 * nothing more may begin.
 */
const giveTurnosDe = (queue: string) => `
  create or replace function cola.dar_turnos(maximo integer) returns integer language plpgsql as $$
  declare dados integer := 0; ahora integer;
  begin
    if not exists (select from cola.job where ${acotadaDe(queue)} and blocked) then return 0; end if;
    perform pg_advisory_xact_lock(${TURNOS_LOCK});
    loop
      with recursive ${sitioDe(queue)}, candidata as (
        select fila.id, priority, created_on, abierto.group_id from abierto cross join lateral (
          select id, priority, created_on from cola.job
          where ${acotadaDe(queue)} and blocked and group_id = abierto.group_id
          order by priority desc, created_on limit least(abierto.libres, maximo)
        ) as fila
      ), puesto as (
        select id, priority, created_on, libres, row_number() over (
          partition by cota order by priority desc, created_on, id) as puesto
        from candidata join sitio using (group_id)
      ), elegida as (
        select id from puesto group by id, priority, created_on
        having coalesce(bool_and(puesto <= libres), true)
        order by priority desc, created_on limit maximo - dados
      )
      update cola.job set blocked = false where name = '${queue}' and id = any (array(
        select id from cola.job where ${acotadaDe(queue)} and blocked and id in (select id from elegida)
        for update skip locked));
      get diagnostics ahora = row_count;
      dados := dados + ahora;
      exit when ahora = 0 or dados >= maximo;
    end loop;
    return dados;
  end $$`

/** What was given a turn once keeps it when its worker dies: pg-boss stores it anew, as one that is tried again. */
const ESPERAR_TURNO = `
  create or replace function cola.esperar_turno() returns trigger language plpgsql as $$
  begin
    new.blocked := true;
    return new;
  end $$`

/**
 * Asked for first: even what is there already would wait for whoever writes. What an earlier version left in the queue waits, too; that the
 * runs of a tarea wait for each other it had said in the name of their tier.
 */
const turnosEnTabla = (queue: string) => `
  do $do$ begin if to_regclass('cola.job_common_turnos') is null then
    create index job_common_turnos on cola.job_common (blocked, group_id, priority desc, created_on)
      where ${acotadaDe(queue)};
    create trigger esperar_turno before insert on cola.job_common for each row
      when (new.name = '${queue}' and new.state = 'created' and new.group_id is not null)
      execute function cola.esperar_turno();
    update cola.job_common set blocked = true where ${acotadaDe(queue)} and state = 'created';
    update ejecuciones_durables as durable set trabajo = trabajo || '{"enOrden":true}'
      where terminada is null and (grupo ->> 'tier' = 'de-uno-en-uno' or exists (
        select from cola.job_common as job
        where ${acotadaDe(queue)} and group_tier = 'de-uno-en-uno' and job.id = durable.id));
    update cola.job_common set data = data || '{"enOrden":true}'
      where ${acotadaDe(queue)} and group_tier = 'de-uno-en-uno';
  end if; end $do$`

/** What giving turns needs in the tables of the queue, in order. */
export const turnosDe = (queue: string) => [giveTurnosDe(queue), ESPERAR_TURNO, turnosEnTabla(queue)]

/** Gives turns to no more than so many. */
export const giveTurnos = (maximo: number) => sql`select cola.dar_turnos(${maximo}::int)`
