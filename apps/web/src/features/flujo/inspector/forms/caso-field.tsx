import { Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { errorOf } from '../../../../shared/form/error-of.ts'
import { FormulaField } from '../../editors/formula-field.tsx'
import type { Caso } from '../casos.ts'
import { useNodoData } from '../mapeo/nodo-data.tsx'
import { newRegla } from '../regla/regla-edit.ts'
import { ReglaField } from '../regla/regla-field.tsx'
import { FormulaVerdict, Verdict } from '../regla/verdict.tsx'
import { type CasoWays, waysOf } from './caso-ways.ts'
import type { NodoFormProps } from './nodo-form-props.ts'

interface CasoFieldProps extends NodoFormProps {
  caso: Caso
  at: number
  onChange: (fields: Pick<Caso, 'expresion' | 'regla'>, isStep: boolean) => void
}

const WAYS = [
  { value: 'regla', label: 'Regla' },
  { value: 'formula', label: 'Fórmula' },
]

/** When a case is taken: by a rule or by a formula. */
export function CasoField(props: CasoFieldProps) {
  const { caso, isReadOnly, onChange } = props
  const { computing } = useNodoData()
  const ways = waysOf(caso, computing)
  const mayChange = (ways.way === 'regla' ? ways.formula : ways.regla) !== null

  function choose() {
    if (ways.way === 'regla') onChange({ expresion: ways.formula ?? '' }, true)
    else onChange({ regla: ways.regla ?? newRegla() }, true)
  }

  return (
    <Stack gap={6}>
      <Group gap="xs" justify="space-between">
        <SegmentedControl
          size="xs"
          aria-label={`Cómo se decide ${caso.nombre}`}
          disabled={isReadOnly || !mayChange}
          data={WAYS}
          value={ways.way}
          onChange={choose}
        />
        <WaysVerdict ways={ways} />
      </Group>
      {!mayChange && !isReadOnly && (
        <Text size="xs" c="dimmed">
          {ways.way === 'regla'
            ? 'Una fórmula no diría lo mismo que esta regla.'
            : 'Una regla no diría lo mismo que esta fórmula.'}
        </Text>
      )}
      <Decision {...props} ways={ways} />
    </Stack>
  )
}

function WaysVerdict({ ways }: { ways: CasoWays }) {
  if (ways.way === 'formula') return <FormulaVerdict expresion={ways.expresion} />
  return ways.regla && <Verdict regla={ways.regla} />
}

function Decision({
  nodo,
  caso,
  at,
  errors,
  isReadOnly,
  onChange,
  ways,
}: CasoFieldProps & { ways: CasoWays }) {
  const campo = `casos[${at}]`
  if (ways.way === 'formula' || ways.regla === null)
    return (
      <FormulaField
        label={`Fórmula del caso ${caso.nombre}`}
        nodo={nodo}
        value={caso.expresion ?? ''}
        onChange={(next) => onChange({ expresion: next }, false)}
        error={errorOf(errors, campo) ?? errorOf(errors, `${campo}.expresion`)}
        isReadOnly={isReadOnly}
      />
    )
  const mistake = errors.find((each) => each.campo.startsWith(`${campo}.regla`))?.mensaje
  return (
    <>
      <ReglaField
        label={`Regla de ${caso.nombre}`}
        nodo={nodo}
        regla={ways.regla}
        onChange={(next, isStep) => onChange({ regla: next }, isStep)}
        isReadOnly={isReadOnly}
      />
      {mistake !== undefined && (
        <Text size="xs" c="red" role="alert">
          {mistake}
        </Text>
      )}
    </>
  )
}
