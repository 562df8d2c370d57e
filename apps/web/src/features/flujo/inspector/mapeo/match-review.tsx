import type { Parametro, TipoDato } from '@div/contract'
import { Badge, Button, Checkbox, Group, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { type MatchTarget, matchFields } from '../../datos/match-fields.ts'
import { datoLabel } from './dato-label.ts'
import classes from './mapeo.module.css'
import { applyMatches, matchSources } from './mapped-origen.ts'
import { useNodoData } from './nodo-data.tsx'

/** Above it a proposal is ticked from the start. */
const SURE = 0.75

interface MatchReviewProps {
  targets: readonly MatchTarget[]
  parametros: readonly Parametro[]
  tipos: ReadonlyMap<string, TipoDato>
  onApply: (parametros: Parametro[]) => void
  onClose: () => void
}

/** What is called alike, for a person to look through before it is put in place as one step. */
export function MatchReview({ targets, parametros, tipos, onApply, onClose }: MatchReviewProps) {
  const { sources } = useNodoData()
  const matches = useMemo(() => matchFields(targets, matchSources(sources)), [targets, sources])
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set())
  const isOn = ({ nombre, score }: (typeof matches)[number]) => score >= SURE !== turned.has(nombre)
  const chosen = matches.filter(isOn)
  const without = targets.filter(({ nombre }) => matches.every((match) => match.nombre !== nombre))

  function turn(nombre: string) {
    const next = new Set(turned)
    if (!next.delete(nombre)) next.add(nombre)
    setTurned(next)
  }

  return (
    <section className={classes.review} aria-label="Asignación por nombre">
      {matches.length === 0 && <Text size="sm">Ningún dato se llama como los campos que faltan.</Text>}
      {matches.map((match) => {
        const { nombre, source, score, reason, isConverted } = match
        const from = datoLabel({
          source: source.source,
          nodo: source.nodo,
          ruta: source.ruta,
          field: undefined,
        })
        return (
          <Checkbox
            key={nombre}
            size="sm"
            checked={isOn(match)}
            onChange={() => turn(nombre)}
            label={
              <>
                <b>{nombre}</b> ← {from}
              </>
            }
            description={
              <>
                {reason}
                {isConverted && ' · se convertirá'}{' '}
                <Badge size="xs" variant="light" color={score >= SURE ? 'teal' : 'gray'} tt="none">
                  {Math.round(score * 100)} %
                </Badge>
              </>
            }
          />
        )
      })}
      {without.length > 0 && matches.length > 0 && (
        <Text size="xs" c="dimmed">
          Sin propuesta: {without.map(({ nombre }) => nombre).join(', ')}.
        </Text>
      )}
      <Group gap="sm">
        <Button
          size="compact-sm"
          disabled={chosen.length === 0}
          onClick={() => onApply(applyMatches(parametros, tipos, chosen))}
        >
          {chosen.length === 1 ? 'Asignar 1' : `Asignar ${chosen.length}`}
        </Button>
        <Button size="compact-sm" variant="default" onClick={onClose}>
          {matches.length === 0 ? 'Cerrar' : 'Cancelar'}
        </Button>
      </Group>
    </section>
  )
}
