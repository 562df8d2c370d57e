import { Input, NumberInput, SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { CronEditor } from '../../../shared/cron/cron-editor.tsx'
import { campoOf } from '../../../shared/form/campo-of.ts'
import { errorOf } from '../../../shared/form/error-of.ts'
import { ZonaSelect } from '../../../shared/time/zona-select.tsx'
import type { FuenteForm } from './fuentes-api.ts'

const CUANDO = {
  minutos: { label: 'Cada cierto tiempo', begin: { cadaMinutos: 1_440, cron: '' } },
  horas: { label: 'A sus horas', begin: { cadaMinutos: null, cron: '0 8 * * 1-5' } },
  nunca: { label: 'A mano', begin: { cadaMinutos: null, cron: '' } },
} as const
type Cuando = keyof typeof CUANDO

const isCuando = (value: string): value is Cuando => Object.hasOwn(CUANDO, value)

/** When a source is read without anybody asking for it. */
export function FuenteCuando({ form, mayChange }: { form: FuenteForm; mayChange: boolean }) {
  const { draft, change, errors } = form
  const { cadaMinutos, cron, zonaHoraria } = draft
  // Its text is empty for a moment while another one is written.
  const [isWriting, setIsWriting] = useState(false)
  const withoutCron: Cuando = cadaMinutos === null ? 'nunca' : 'minutos'
  const cuando = cron !== '' || (isWriting && cadaMinutos === null) ? 'horas' : withoutCron

  function choose(next: Cuando) {
    setIsWriting(next === 'horas')
    change(CUANDO[next].begin)
  }
  return (
    <>
      <Input.Wrapper label="Cuándo se lee" labelElement="div">
        <SegmentedControl
          aria-label="Cuándo se lee"
          fullWidth
          disabled={!mayChange}
          data={Object.entries(CUANDO).map(([value, { label }]) => ({ value, label }))}
          value={cuando}
          onChange={(next) => isCuando(next) && choose(next)}
        />
      </Input.Wrapper>
      {cuando === 'minutos' && (
        <NumberInput
          label="Leer cada (minutos)"
          description="1440 es un día."
          min={5}
          max={43_200}
          allowDecimal={false}
          readOnly={!mayChange}
          {...campoOf(errors, 'cadaMinutos')}
          value={cadaMinutos ?? ''}
          onChange={(next) => typeof next === 'number' && change({ cadaMinutos: next })}
        />
      )}
      {cuando === 'horas' && (
        <>
          <div data-campo="cron">
            <CronEditor
              value={cron}
              error={errorOf(errors, 'cron')}
              isReadOnly={!mayChange}
              onChange={(next) => {
                setIsWriting(true)
                change({ cron: next })
              }}
            />
          </div>
          <div data-campo="zonaHoraria">
            <ZonaSelect
              value={zonaHoraria}
              error={errorOf(errors, 'zonaHoraria')}
              isReadOnly={!mayChange}
              onChange={(next) => change({ zonaHoraria: next })}
            />
          </div>
        </>
      )}
    </>
  )
}
