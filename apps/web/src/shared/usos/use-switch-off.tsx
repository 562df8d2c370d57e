import type { Uso } from '@div/contract'
import { ConfirmDialog, notify } from '@div/ui'
import { Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { describeError } from '../api-error.ts'
import { readServed } from './read-served.ts'
import { UsosList } from './usos-list.tsx'

interface Thing {
  id: string
  nombre: string
}

interface Asked {
  thing: Thing
  served: readonly Uso[]
  proceed: () => Promise<unknown>
}

/** Who switches off what others use is told whom, and asked; what nothing uses is switched off at once. */
export function useSwitchOff(
  resource: string,
  noun: string,
): { switchOff: (thing: Thing, proceed: () => Promise<unknown>) => Promise<void>; dialog: ReactNode } {
  const [asked, setAsked] = useState<Asked | null>(null)

  async function switchOff(thing: Thing, proceed: () => Promise<unknown>) {
    try {
      const served = await readServed(resource, thing.id)
      if (served.length > 0) setAsked({ thing, served, proceed })
      else await proceed()
    } catch (error) {
      notify.error(`No se pudo desactivar ${thing.nombre}`, describeError(error))
    }
  }

  const dialog = asked && (
    <ConfirmDialog
      title={`Desactivar ${noun}`}
      confirm="Desactivar"
      isDangerous
      onConfirm={asked.proceed}
      onClose={() => setAsked(null)}
    >
      <Text size="sm">
        <b>{asked.thing.nombre}</b> está en uso. En dos segundos dejan de responder por él:
      </Text>
      <UsosList usos={asked.served} />
    </ConfirmDialog>
  )
  return { switchOff, dialog }
}
