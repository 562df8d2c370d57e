import type { Metricas, TemaDeSenal } from '@div/contract'
import { useEffect, useEffectEvent, useState } from 'react'
import { useConfiguracion } from '../use-configuracion.ts'
import { browserPorts } from './live-ports.ts'
import type { LiveSignals } from './live-signals.ts'

/** By the port of the motor, which never changes while a page is open. Fetched once the page stands. */
const signals = new Map<number, Promise<LiveSignals>>()

function signalsOf(motorPort: number): Promise<LiveSignals> {
  const known =
    signals.get(motorPort) ??
    import('./live-signals.ts').then((module) => new module.LiveSignals(browserPorts(motorPort)))
  signals.set(motorPort, known)
  return known
}

/** Calls at every change. Answers whether changes are heard of: while they are not, whoever wants to know has to ask. */
export function useLiveSignal(
  tipo: TemaDeSenal['tipo'],
  onChange: (metricas?: Metricas) => void,
  { isWanted = true }: { isWanted?: boolean } = {},
): boolean {
  const motorPort = useConfiguracion().data?.motor.puerto
  const [isConnected, setIsConnected] = useState(false)
  const changed = useEffectEvent(onChange)
  useEffect(() => {
    if (motorPort === undefined || !isWanted) return
    let isOver = false
    let leave = () => setIsConnected(false)
    signalsOf(motorPort).then(
      (live) => {
        if (isOver) return
        const stop = live.follow(tipo, {
          changed: (metricas) => changed(metricas),
          connected: setIsConnected,
        })
        leave = () => {
          stop()
          setIsConnected(false)
        }
      },
      // Its file did not come: this page asks, the next one tries again.
      () => signals.delete(motorPort),
    )
    return () => {
      isOver = true
      leave()
    }
  }, [motorPort, tipo, isWanted])
  return isConnected
}
