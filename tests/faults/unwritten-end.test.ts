import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { startTestMotor } from '../../apps/server/src/motor/testing.ts'
import { BACK_MS } from './calls.ts'
import { healthyFlujo } from './flujos.ts'

test(
  'an end that is refused again and again for no fault of its data keeps no other run waiting, and is begun again',
  async () => {
    const motor = await startTestMotor({ limits: { ejecucionesAsincronas: 2 } })
    onTestFinished(motor.close)
    const client = new pg.Client(motor.database.url)
    await client.connect()
    onTestFinished(() => client.end())
    const [one, other] = [
      await motor.publishProceso(healthyFlujo(), 'durable'),
      await motor.publishProceso(healthyFlujo(), 'durable'),
    ]
    await motor.publishCanal({ ruta: 'una', modo: 'asincrono' }, [
      { procesoId: one, metodo: 'POST', ruta: '/una' },
      { procesoId: other, metodo: 'POST', ruta: '/otra' },
    ])
    const accept = async (ruta: string) => {
      const answer = await fetch(`${motor.url}/rest/una/${ruta}`, { method: 'POST' })
      return ((await answer.json()) as { idEjecucion: string }).idEjecucion
    }
    const count = async (condition: string) =>
      (await client.query(`select from cola.job where name = 'ejecuciones' and ${condition}`)).rowCount
    await client.query(`
      create table rehusada (id text);
      create function refuse_first() returns trigger language plpgsql as $$ begin
        if new.data ->> 'procesoId' in (select id from rehusada) and new.retry_count = 0 then raise exception 'a bug of ours'; end if;
        return new;
      end $$;
      create trigger refuse_first before update on cola.job_common for each row
        when (new.state = 'completed') execute function refuse_first()`)
    await client.query('insert into rehusada values ($1)', [one])
    const first = await accept('una')
    await Promise.all([accept('otra'), accept('otra'), accept('otra')])
    await expect.poll(() => count("state = 'completed'"), { timeout: BACK_MS, interval: 250 }).toBe(4)
    expect(await count(`id = '${first}' and retry_count = 1`)).toBe(1)
  },
  2 * BACK_MS,
)
