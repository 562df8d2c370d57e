import { expect, test } from 'vitest'
import { type FinDeTarea, sumFallos } from './tareas-fallos.ts'

const fin = (id: string, tareaId: string | null, estado: FinDeTarea['estado']): FinDeTarea => ({
  id,
  trabajo: { tareaId },
  estado,
})

test('failures in a row are counted for each tarea, from its last run that went well on', () => {
  const fines = [
    fin('1', 'b', 'error'),
    fin('2', 'a', 'error'),
    fin('3', 'b', 'ok'),
    fin('4', 'a', 'error'),
    fin('5', 'b', 'error'),
    fin('6', null, 'error'),
    fin('7', 'a', 'cancelada'),
    fin('8', 'c', 'ok'),
  ]
  expect(sumFallos(fines)).toEqual([
    { tareaId: 'a', deNuevo: false, fallos: 2, ejecucionId: '4' },
    { tareaId: 'b', deNuevo: true, fallos: 1, ejecucionId: '5' },
    { tareaId: 'c', deNuevo: true, fallos: 0, ejecucionId: null },
  ])
})
