import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser, openSignedIn } from './browser.ts'
import { type StoryProduct, startStoryProduct } from './product.ts'
import { createProceso, idOf, publishProceso } from './publish-proceso.ts'

let product: StoryProduct

beforeAll(async () => {
  product = await startStoryProduct({ DIV_LIMITE_ALERTAS_SEGUNDOS: '1' })
})
afterAll(() => product.stop())

/** Rules are looked at every second, and what they look at is written down every few. */
const HEARD = { timeout: 45_000, interval: 500 }

const computing = (expresion: string, parametros: object[] = []) => ({
  version: 1,
  nodos: [
    { id: 'n1', tipo: 'entrada', nombre: 'Entrada', parametros },
    { id: 'n2', tipo: 'salida', nombre: 'Salida', parametros: [{ nombre: 'x', expresion }] },
  ],
  conexiones: [{ id: 'c1', origen: 'n1', destino: 'n2' }],
})

const tarea = (nombre: string) => ({
  nombre,
  // It fires when the test says so: one that is not active fails no alerta.
  cron: '0 8 1 1 *',
  zonaHoraria: 'UTC',
  entrada: {},
  activo: true,
})

const told = async () => JSON.stringify((await product.api('GET', '/notificaciones')).json)

describeInBrowser('an alerta of a proceso', () => {
  test('is made, rings when calls fail, is silenced, and rings when they do not fail any more', async () => {
    const divisor = { nombre: 'divisor', tipo: 'entero', requerido: true }
    const procesoId = await createProceso(product, 'Dividir', computing('10 / n1.divisor', [divisor]))
    const ruta = await publishProceso(product, procesoId, { metodo: 'GET', ruta: '/' })
    const ask = async (query: string) =>
      (await product.motor('GET', `/rest/${ruta}/?divisor=${query}`)).status
    await expect.poll(() => ask('2')).toBe(200)

    const page = await openSignedIn(product, '/alertas')
    await page.getByRole('button', { name: 'Crear alerta' }).first().click()
    await page.getByLabel('Nombre').fill('Divisiones')
    const when = page.getByRole('region', { name: 'Cuándo' })
    await when.getByRole('combobox', { name: 'Qué vigila' }).click()
    await page.getByRole('option', { name: 'Ejecuciones que fallan' }).click()
    await when.getByRole('combobox', { name: 'Proceso' }).click()
    await page.getByRole('option', { name: /^Dividir/ }).click()
    await when.getByLabel('Cuántas fallan').fill('2')
    await when.getByLabel('En los últimos (minutos)').fill('1')
    await page.getByLabel('Recuperada tras').fill('0')
    await page.getByRole('button', { name: 'Crear', exact: true }).click()
    await page.getByText('Alerta creada').waitFor()
    const alertaId = new URL(page.url()).searchParams.get('ver') ?? ''
    const row = page.getByRole('row', { name: /Divisiones/ })
    await row.getByText('Normal', { exact: true }).waitFor()

    // It has been looked at once, and nothing had failed.
    const sampled = () =>
      product.run(`select count(*)::int as count from alertas_muestras where alerta_id = '${alertaId}'`)
    await expect.poll(sampled, HEARD).not.toEqual([{ count: 0 }])
    expect(await ask('0')).toBe(500)
    expect(await ask('0')).toBe(500)
    await expect.poll(told, HEARD).toContain('Alerta: Divisiones')
    // Without a reload.
    await page.getByRole('button', { name: /^Notificaciones, \d+ sin leer/ }).click({ timeout: 45_000 })
    await page.getByText('Alerta: Divisiones').click()
    await row.getByText('Alerta', { exact: true }).waitFor()
    const found = page.getByRole('article', { name: 'Divisiones' })
    await found.getByText(/^Fallaron 2 de \d ejecuciones de «Dividir» en el último minuto/).waitFor()
    await found.getByText('Dura', { exact: true }).waitFor()

    await page.getByRole('button', { name: 'Silenciar' }).click()
    await page.getByRole('menuitem', { name: '1 hora' }).click()
    await page.getByText('Alerta silenciada').waitFor()
    await row.getByText('Silenciada', { exact: true }).waitFor()
    // What it watches still holds.
    await row.getByText('Alerta', { exact: true }).waitFor()

    // The window goes by. Of its end who was told of its beginning is told in silence, too.
    await product.run(`
      update alertas_muestras set momento = momento - interval '2 minutes', total = 1e9, errores = 1e9
      where alerta_id = '${alertaId}'`)
    await expect.poll(told, HEARD).toContain('Recuperada: Divisiones')
    await found.getByText('Recuperada', { exact: true }).waitFor({ timeout: 45_000 })
    await page.getByRole('button', { name: 'Quitar el silencio' }).click()
    await page.getByText('Alerta sin silencio').waitFor()
    await row.getByText('Normal', { exact: true }).waitFor()
    await page.goto('/alertas?vista=historial')
    await page.getByRole('article', { name: 'Divisiones' }).getByText('Recuperada', { exact: true }).waitFor()
  }, 180_000)
})

describeInBrowser('an alerta of tareas', () => {
  test('rings after as many failures in a row as the tarea says, and not before', async () => {
    const procesoId = await createProceso(product, 'Facturar', computing('1 / 0'))
    await product.api('POST', `/procesos/${procesoId}/publicar`, {})
    const { json } = await product.api('POST', '/tareas-programadas', { ...tarea('Facturas'), procesoId })
    const tareaId = idOf(json)
    const page = await openSignedIn(product, `/tareas-programadas/${tareaId}`)
    await page.getByLabel('Alertar tras (fallos seguidos)').fill('2')
    await page.getByRole('button', { name: 'Guardar' }).click()
    await page.getByText('Tarea guardada').waitFor()

    const failures = async () => {
      const [row] = await product.run(`select seguidos from tareas_fallos where tarea_id = '${tareaId}'`)
      return row?.seguidos
    }
    const fail = async (times: number) => {
      await page.getByRole('button', { name: 'Ejecutar ahora' }).click()
      await expect.poll(failures, HEARD).toBe(times)
    }
    await fail(1)
    // Whoever looks at the rules has looked since.
    const looked = async () => {
      const [row] = await product.run(
        "select momento > now() - interval '900 ms' as looked from alertas_turno",
      )
      return row?.looked
    }
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    await expect.poll(looked, HEARD).toBe(true)
    expect(await told()).not.toContain('«Facturas»')
    await fail(2)
    await expect.poll(told, HEARD).toContain('«Facturas»')
    await page.getByRole('button', { name: /^Notificaciones, \d+ sin leer/ }).click({ timeout: 45_000 })
    await page.getByText(/Fallaron las últimas 2 ejecuciones de la tarea «Facturas»/).waitFor()
  }, 120_000)

  test('is created, tried and silenced; what it finds is seen in the bell', async () => {
    const falla = await createProceso(product, 'Repartir', computing('1 / 0'))
    await product.api('POST', `/procesos/${falla}/publicar`, {})
    const { json } = await product.api('POST', '/tareas-programadas', {
      ...tarea('Reparto'),
      procesoId: falla,
    })
    const page = await openSignedIn(product, '/alertas')
    await page.getByRole('button', { name: 'Crear alerta' }).first().click()
    await page.getByLabel('Nombre').fill('Repartos')
    const when = page.getByRole('region', { name: 'Cuándo' })
    await when.getByRole('combobox', { name: 'Qué vigila' }).click()
    await page.getByRole('option', { name: 'Tarea que falla' }).click()
    const fallos = when.getByRole('group', { name: 'Fallos seguidos' })
    await fallos.getByRole('switch').check()
    await fallos.getByRole('textbox').fill('1')
    const webhook = page.getByRole('group', { name: 'Webhook' })
    await webhook.getByRole('switch').first().check()
    await webhook.getByRole('textbox', { name: 'Dirección' }).fill('http://127.0.0.1:1/ganchos/abc')
    await webhook.getByLabel('Secreto').fill('un secreto de veinticuatro')
    await page.getByRole('button', { name: 'Crear', exact: true }).click()
    await page.getByText('Alerta creada').waitFor()
    await page.getByRole('button', { name: 'Probar' }).click()
    await page.getByText(/^Webhook: .*red privada/).waitFor()

    expect((await product.api('POST', `/tareas-programadas/${idOf(json)}/ejecutar`, {})).status).toBe(202)
    await expect.poll(told, HEARD).toContain('Alerta: Repartos')
    await page.reload()
    await page.getByRole('button', { name: /^Notificaciones, \d+ sin leer/ }).click()
    await page.getByText('Alerta: Repartos').first().click()

    await page.getByRole('button', { name: 'Silenciar' }).click()
    await page.getByRole('menuitem', { name: '1 hora' }).click()
    await page.getByText('Alerta silenciada').waitFor()
    await page
      .getByRole('row', { name: /Repartos/ })
      .getByText('Silenciada')
      .waitFor()
    await page.getByRole('button', { name: 'Quitar el silencio' }).click()
    await page.getByText('Alerta sin silencio').waitFor()
  }, 120_000)

  test('rings when what it watches begins and when that is over, and keeps both', async () => {
    const procesoId = await createProceso(product, 'Cobrar', computing('1 / 0'))
    await product.api('POST', `/procesos/${procesoId}/publicar`, {})
    const cobro = await product.api('POST', '/tareas-programadas', {
      ...tarea('Cobro'),
      procesoId,
    })
    const tareaId = idOf(cobro.json)
    const made = await product.api('POST', '/alertas', {
      nombre: 'Cobros',
      condicion: { tipo: 'tareaFallida', tareaId, fallos: 1 },
      recuperaMinutos: 0,
    })
    expect(made.status, made.text).toBe(201)
    const page = await openSignedIn(product, '/alertas')
    const row = page.getByRole('row', { name: /Cobros/ })
    // Again: what was published a moment ago has not reached the motor yet.
    const runAndHear = async (titulo: string) => {
      const runAgain = async () => {
        expect((await product.api('POST', `/tareas-programadas/${tareaId}/ejecutar`, {})).status).toBe(202)
        return told()
      }
      await expect.poll(runAgain, { timeout: 45_000, interval: 3_000 }).toContain(titulo)
      await page.reload()
      await page.getByRole('button', { name: /^Notificaciones, \d+ sin leer/ }).click()
      await page.getByText(titulo).first().click()
    }
    await runAndHear('Alerta: Cobros')
    await row.getByText('Alerta', { exact: true }).waitFor()

    const { revision } = (await product.api('GET', `/procesos/${procesoId}`)).json as { revision: number }
    const mended = { nombre: 'Cobrar', modo: 'memoria', flujo: computing('1 / 1'), revision }
    expect((await product.api('PUT', `/procesos/${procesoId}`, mended)).status).toBe(200)
    await product.api('POST', `/procesos/${procesoId}/publicar`, {})
    await runAndHear('Recuperada: Cobros')
    await row.getByText('Normal', { exact: true }).waitFor()
    const found = page.getByRole('article', { name: 'Cobros' })
    await found.getByText('Recuperada', { exact: true }).waitFor()
    await found.getByText(/de la tarea «Cobro»/).waitFor()
  }, 120_000)
})
