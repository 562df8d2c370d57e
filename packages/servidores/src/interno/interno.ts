import { z } from 'zod'
import { defineServidor } from '../define-servidor.ts'
import { agente } from './agente.ts'
import { aprobacion } from './aprobacion.ts'
import { consecutivo } from './consecutivo.ts'
import { direccionDeSenal } from './direccion-de-senal.ts'
import { espera } from './espera.ts'
import type { InternoConnection } from './interno-connection.ts'
import { proceso } from './proceso.ts'
import { rag } from './rag.ts'
import { registro } from './registro.ts'
import { senal } from './senal.ts'
import { tabla } from './tabla.ts'

/** The product as a servidor of itself. */
export const interno = defineServidor({
  tipoServidor: 'interno',
  label: 'DIV',
  grupo: 'interno',
  summary:
    'Lo que DIV mismo ofrece a los procesos: otros procesos, tablas, consecutivos, esperas, documentos, agentes y registro.',
  config: z.object({}),
  objetos: {
    proceso,
    tabla,
    consecutivo,
    espera,
    direccionDeSenal,
    senal,
    aprobacion,
    rag,
    agente,
    registro,
  },
  compartida: true,
  destino: () => null,
  async connect(_, { interno: ports, limits }): Promise<InternoConnection> {
    if (!ports) throw new Error('interno needs its ports')
    return { ports, limits, usable: true, ping: async () => undefined, close: async () => {} }
  },
})
