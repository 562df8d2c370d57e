import { type Aviso, type CorreoDeAlerta, type Limits, type Llamadas, monotonicNow } from '@div/contract'
import type { Red } from '@div/servidores'
import { EN_SU_PAGINA } from '../../red/red.ts'
import { signAviso } from '../async-pool/sign-aviso.ts'
import { type AvisoDeAlerta, writeCorreo, writeJson } from './write-aviso.ts'

export interface SendDeps {
  llamadas: Llamadas
  createRed(options: { permitirRedPrivada: boolean; remedio?: string }): Red
  /** In force now. */
  limits(): Pick<Limits, 'alertaMs'>
}

const REFUSED = 300

/** How a message leaves the product: through a mail server of its own, or signed to an address. Throws what keeps it from leaving. */
export function createSender({ llamadas, createRed, limits }: SendDeps) {
  const redes = {
    publica: createRed({ permitirRedPrivada: false, remedio: EN_SU_PAGINA }),
    privada: createRed({ permitirRedPrivada: true }),
  }

  return {
    async correo({ servidorId, para }: CorreoDeAlerta, aviso: AvisoDeAlerta): Promise<void> {
      const llamada = llamadas.prepare({
        nodo: 'alerta',
        nombreNodo: aviso.alerta.nombre,
        servidorId,
        tipoServidor: 'smtp',
        tipoObjeto: 'correo',
        objeto: { para, asunto: '{asunto}', texto: '{texto}' },
        parametros: ['asunto', 'texto'],
      })
      const { alertaMs } = limits()
      await llamada.call(writeCorreo(aviso), {
        idEjecucion: aviso.id,
        claveIdempotencia: `alerta/${aviso.id}`,
        signal: AbortSignal.timeout(alertaMs),
        deadline: monotonicNow() + alertaMs,
        profundidad: 0,
        savepoint: false,
      })
    },

    async webhook({ url, secreto, permitirRedPrivada }: Aviso, aviso: AvisoDeAlerta): Promise<void> {
      const cuerpo = writeJson(aviso)
      const segundos = Math.floor(Date.now() / 1_000)
      const red = permitirRedPrivada ? redes.privada : redes.publica
      const { status } = await red.fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...signAviso({ id: aviso.id, segundos, cuerpo }, secreto),
        },
        body: cuerpo,
        // A redirect would be told to somebody whom the rule does not name.
        redirect: 'manual',
        signal: AbortSignal.timeout(limits().alertaMs),
      })
      if (status >= REFUSED) throw new Error(`${new URL(url).host} contestó ${status}.`)
    },
  }
}
