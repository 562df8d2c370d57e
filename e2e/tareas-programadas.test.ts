import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeInBrowser, openSignedIn } from './browser.ts'
import { type Product, startStoryProduct } from './product.ts'
import { createProceso, idOf } from './publish-proceso.ts'

let product: Product
let caja: string
let aviso: string

beforeAll(async () => {
  product = await startStoryProduct()
  caja = await createProceso(product, 'Cuadrar caja', taking({ nombre: 'detalle', tipo: 'objeto' }))
  aviso = await createProceso(product, 'Avisar', taking({ nombre: 'motivo', tipo: 'texto', requerido: true }))
})
afterAll(() => product.stop())

const taking = (parametro: object) => ({
  version: 1,
  nodos: [
    { id: 'n1', tipo: 'entrada', nombre: 'Entrada', parametros: [parametro] },
    { id: 'n2', tipo: 'salida', nombre: 'Salida', parametros: [] },
  ],
  conexiones: [{ id: 'c1', origen: 'n1', destino: 'n2' }],
})

const tarea = (nombre: string) => ({
  nombre,
  procesoId: caja,
  cron: '0 8 * * *',
  zonaHoraria: 'UTC',
  entrada: { detalle: { a: 1 } },
  activo: false,
})

describeInBrowser('a tarea', () => {
  test('is not stored with text that is no JSON, which goes when it is discarded', async () => {
    const { json } = await product.api('POST', '/tareas-programadas', tarea('Cierre'))
    const page = await openSignedIn(product, `/tareas-programadas/${idOf(json)}`)
    await page.getByLabel('detalle').fill('{ "a": ')
    await page.getByRole('button', { name: 'Guardar' }).click()
    await page.getByText('No es JSON válido.').waitFor()
    await page.getByRole('button', { name: 'Descartar' }).click()
    expect(JSON.parse(await page.getByLabel('detalle').inputValue())).toEqual({ a: 1 })
  })

  test('runs now on request, also from its row, and its ledger leads to each run', async () => {
    await product.api('POST', `/procesos/${caja}/publicar`, {})
    const { json } = await product.api('POST', '/tareas-programadas', tarea('Arqueo'))
    const page = await openSignedIn(product, '/tareas-programadas')
    await page.getByRole('button', { name: 'Acciones de Arqueo' }).click()
    await page.getByRole('menuitem', { name: 'Ejecutar ahora' }).click()
    await page.getByText('Tarea en marcha').waitFor()
    await page.goto(`/tareas-programadas/${idOf(json)}?seccion=disparos`)
    await page.getByText('A mano, por admin').waitFor()
    await page.getByText('Disparada', { exact: true }).waitFor()
    const run = page.getByRole('region', { name: 'Disparos' }).getByRole('link', { name: 'Correcta' })
    const shown = async () => {
      await page.reload()
      return run.waitFor({ timeout: 2_000 })
    }
    await expect.poll(shown, { timeout: 15_000 }).toBeUndefined()
    await run.click()
    await page.getByRole('heading', { name: 'Cuadrar caja' }).waitFor()
  })

  test('is paused and begun again from its row', async () => {
    await product.api('POST', `/procesos/${caja}/publicar`, {})
    const { json } = await product.api('POST', '/tareas-programadas', tarea('Recuento'))
    const stored = async () => (await product.api('GET', `/tareas-programadas/${idOf(json)}`)).json
    const page = await openSignedIn(product, '/tareas-programadas')
    const turn = async (name: string, told: string) => {
      await page.getByRole('button', { name: 'Acciones de Recuento' }).click()
      await page.getByRole('menuitem', { name, exact: true }).click()
      await page.getByText(told, { exact: true }).waitFor()
    }
    await turn('Activar', 'Tarea activada')
    expect(await stored()).toMatchObject({ activo: true })
    await turn('Desactivar', 'Tarea desactivada')
    expect(await stored()).toMatchObject({ activo: false })
  })

  test('that is refused is shown at the field that is wrong, also below what is on the screen', async () => {
    const { json } = await product.api('POST', '/tareas-programadas', tarea('Sin motivo'))
    const page = await openSignedIn(product, `/tareas-programadas/${idOf(json)}`)
    await page.getByRole('combobox', { name: 'Proceso' }).click()
    await page.getByRole('option', { name: /^Avisar/ }).click()
    await page.getByLabel('motivo').waitFor()
    await page.getByRole('button', { name: 'Guardar' }).click()
    await page.locator('[aria-invalid=true]:focus').waitFor()
    expect(await page.getByLabel('motivo').getAttribute('aria-invalid')).toBe('true')
    expect((await page.getByLabel('motivo').boundingBox())?.y).toBeLessThan(900)
    await page
      .getByRole('button', { name: /^Tarea/ })
      .getByLabel('1 error')
      .waitFor()
  })

  test('repeats after so long, or comes once', async () => {
    const page = await openSignedIn(product, '/tareas-programadas/new')
    await page.getByLabel('Nombre').fill('A intervalos')
    await page.getByRole('combobox', { name: 'Proceso' }).click()
    await page.getByRole('option', { name: /^Cuadrar caja/ }).click()
    await page.getByRole('combobox', { name: 'Se repite' }).click()
    await page.getByRole('option', { name: 'A intervalos' }).click()
    await page.getByLabel('Cada', { exact: true }).fill('45')
    await page.getByText(/^Cada 45 minutos, desde el/).waitFor()
    await page.getByRole('button', { name: 'Crear' }).click()
    await page.getByText('Tarea creada').waitFor()
    const stored = async () => {
      const { json } = await product.api('GET', '/tareas-programadas?q=A intervalos')
      return (json as { cron: string; proximas: string[] }[])[0]
    }
    const { cron = '', proximas = [] } = (await stored()) ?? {}
    expect(cron).toMatch(/^R\/.*\/PT45M$/)
    const [first = '', second = ''] = proximas
    expect(Date.parse(second) - Date.parse(first)).toBe(45 * 60_000)

    await page.getByRole('combobox', { name: 'Se repite' }).click()
    await page.getByRole('option', { name: 'Una sola vez' }).click()
    await page.getByText(/^Una sola vez, el/).waitFor()
    await page.getByRole('button', { name: 'Guardar' }).click()
    await page.getByText('Tarea guardada').waitFor()
    expect((await stored())?.proximas).toHaveLength(1)
  })

  test('is given its hour by the keyboard, and one that does not exist is said at its field', async () => {
    const page = await openSignedIn(product, '/tareas-programadas/new', { locale: 'en-US' })
    await page.getByRole('combobox', { name: 'Se repite' }).click()
    await page.getByRole('option', { name: 'Cada día' }).click()
    await page.getByLabel('A las').fill('25:00')
    await page.keyboard.press('Tab')
    await page.getByText('Escriba una hora, como 14:30.').waitFor()
    await page.getByLabel('A las').fill('18.45')
    await page.keyboard.press('Enter')
    await page.getByText('Todos los días, a las 18:45.').waitFor()
    expect(await page.getByLabel('Expresión cron').inputValue()).toBe('45 18 * * *')
  })

  test('that somebody else gave another process meanwhile is given what that one declares', async () => {
    const { json } = await product.api('POST', '/tareas-programadas', tarea('Apertura'))
    const id = idOf(json)
    const page = await openSignedIn(product, `/tareas-programadas/${id}`, { tolerates: /409/ })
    await page.getByLabel('Nombre').fill('Apertura de la tienda')
    const theirs = { ...(json as object), procesoId: aviso, entrada: { motivo: 'abrir' } }
    expect((await product.api('PUT', `/tareas-programadas/${id}`, theirs)).status).toBe(200)
    await page.getByRole('button', { name: 'Guardar' }).click()
    const dialog = page.getByRole('dialog', { name: 'Se guardó otra versión mientras editaba' })
    await dialog.getByRole('button', { name: 'Guardar lo elegido' }).click()
    await page.getByText('Tarea guardada').waitFor()
    expect(await page.getByLabel('motivo').inputValue()).toBe('abrir')
    expect((await product.api('GET', `/tareas-programadas/${id}`)).json).toMatchObject({
      nombre: 'Apertura de la tienda',
      procesoId: aviso,
      entrada: { motivo: 'abrir' },
    })
  })

  test('is planned on the canvas with the data that the proceso declares, which is published for it', async () => {
    const id = await createProceso(
      product,
      'Avisar cada noche',
      taking({ nombre: 'motivo', tipo: 'texto', requerido: true }),
    )
    const page = await openSignedIn(product, `/flujo/${id}`)
    await page.getByRole('button', { name: 'Canal o tarea' }).click()
    await page.getByRole('menuitem', { name: 'Programar' }).click()
    const form = page.getByRole('form', { name: 'Programar' })
    await form.getByLabel('Nombre de la tarea').fill('Aviso de la noche')
    await form.getByRole('combobox', { name: 'Se repite' }).click()
    await page.getByRole('option', { name: 'Cada día' }).click()
    await form.getByLabel('A las').fill('22:30')
    await form.getByRole('button', { name: 'Programar' }).click()
    await form.getByText('Falta este dato.').waitFor()
    await form.getByLabel('motivo').fill('cierre')
    await form.getByRole('button', { name: 'Programar' }).click()
    await page.getByText('Tarea programada').waitFor()
    const { json } = await product.api('GET', `/tareas-programadas?procesoId=${id}`)
    const tareas = (json as { nombre: string; procesoId: string }[]).filter(
      ({ procesoId }) => procesoId === id,
    )
    expect(tareas).toMatchObject([
      { nombre: 'Aviso de la noche', cron: '30 22 * * *', entrada: { motivo: 'cierre' }, activo: true },
    ])
    expect((await product.api('GET', `/procesos/${id}`)).json).toMatchObject({ versionPublicada: 1 })
    await page.getByRole('button', { name: 'Verla' }).click()
    await page.getByRole('heading', { name: 'Aviso de la noche' }).waitFor()
  })

  test('keeps to a calendario that a person writes, and says what it does when the clock changes', async () => {
    const { json } = await product.api('POST', '/tareas-programadas', {
      ...tarea('Inventario'),
      cron: '30 2 * * *',
      zonaHoraria: 'Europe/Madrid',
    })
    const page = await openSignedIn(product, '/calendarios')
    await page.getByRole('button', { name: 'Crear calendario' }).first().click()
    await page.getByLabel('Nombre').fill('Todo el año')
    const days = Array.from({ length: 3 }, (_, day) => new Date(Date.now() + day * 86_400_000))
    const lines = days.map((day) => `${day.toLocaleDateString('es', { timeZone: 'UTC' })} Feria`)
    await page.getByRole('textbox', { name: 'Festivos' }).fill(lines.join('\n'))
    await page.getByText('Se leen 3.').waitFor()
    await page.getByRole('button', { name: 'Crear', exact: true }).click()
    await page.getByText('Calendario creado').waitFor()

    await page.goto(`/tareas-programadas/${idOf(json)}`)
    const hours = page.getByRole('region', { name: 'Próximas horas' })
    const changes = page.getByRole('region', { name: 'Cambios de hora' })
    await changes.getByText(/no existen ese día: se dispara a las 03:00/).waitFor()
    await changes.getByText(/llegan dos veces: se dispara solo la primera/).waitFor()
    await page.getByRole('combobox', { name: 'Calendario' }).click()
    await page.getByRole('option', { name: /^Todo el año/ }).click()
    await hours.getByText('Se omite: Feria').first().waitFor()
    await page.getByRole('button', { name: 'Guardar' }).click()
    await page.getByText('Tarea guardada').waitFor()
    await page.goto('/calendarios')
    await page.getByRole('row', { name: /Todo el año/ }).click()
    await page.getByRole('link', { name: 'Inventario' }).waitFor()

    await product.api('POST', `/procesos/${caja}/publicar`, {})
    const calendarios = (await product.api('GET', '/calendarios?q=Todo')).json
    const pregon = await product.api('POST', '/tareas-programadas', {
      ...tarea('Pregón'),
      cron: '* * * * * *',
      activo: true,
      calendarioId: idOf((calendarios as unknown[])[0]),
    })
    await page.goto(`/tareas-programadas/${idOf(pregon.json)}?seccion=disparos`)
    const disparos = page.getByRole('region', { name: 'Disparos' })
    await disparos.getByText('Omitida', { exact: true }).first().waitFor()
    await disparos.getByText(/Feria/).first().waitFor()
    expect(await disparos.getByText('Disparada', { exact: true }).count()).toBe(0)
  })

  test('says what it does when the clock changes where it does so at midnight', async () => {
    const { json } = await product.api('POST', '/tareas-programadas', {
      ...tarea('Medianoche'),
      cron: '30 0,23 * * *',
      zonaHoraria: 'America/Santiago',
    })
    const page = await openSignedIn(product, `/tareas-programadas/${idOf(json)}`)
    const changes = page.getByRole('region', { name: 'Cambios de hora' })
    await changes.getByText('Se adelanta el reloj: de las 00:00 a la 01:00.').waitFor()
    await changes.getByText('Se atrasa el reloj: de las 00:00 a las 23:00.').waitFor()
  })
})
