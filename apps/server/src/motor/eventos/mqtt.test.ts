import { hasMosquitto, MQTT, openTema } from '@div/servidores/testing-mqtt'
import { expect, onTestFinished, test } from 'vitest'
import {
  addEscucha,
  addServidor,
  PATIENCE,
  PEDIDO,
  readAnswers,
  startEventosMotor,
  waitUntil,
} from './eventos-testing.ts'

test.skipIf(!(await hasMosquitto()))(
  'each message of a topic begins a run, also what is published while the tarea is not active',
  { timeout: 120_000 },
  async () => {
    const { tema, put, close } = await openTema()
    onTestFinished(close)
    const motor = await startEventosMotor()
    const tareaId = await addEscucha(motor, {
      procesoId: await motor.publishProceso(PEDIDO),
      servidorId: await addServidor(motor, 'mqtt', MQTT),
      tipoEvento: 'mensajeNuevo',
      opciones: { tema, formato: 'json' },
    })
    await waitUntil(motor, tareaId, 'escuchando')
    await put('{"pedido":1}')
    await expect.poll(() => readAnswers(motor, tareaId), PATIENCE).toEqual([{ pedido: 1 }])
    const change = (activo: boolean, revision: number) =>
      motor.database.db
        .updateTable('tareasProgramadas')
        .set({ activo, revision })
        .where('id', '=', tareaId)
        .execute()
    await change(false, 2)
    await put('{"pedido":2}')
    await put('{"pedido":3}')
    await change(true, 3)
    await expect
      .poll(() => readAnswers(motor, tareaId), PATIENCE)
      .toEqual([{ pedido: 1 }, { pedido: 2 }, { pedido: 3 }])
  },
)
