import { Select } from '@mantine/core'
import { useState } from 'react'
import { useVersiones } from '../../shared/procesos/use-versiones.ts'
import classes from './asignacion-card.module.css'
import type { AsignacionRow } from './asignacion-rows.ts'

const PUBLICADA = 'publicada'

interface VersionSelectProps {
  row: AsignacionRow
  onChange: (version: AsignacionRow['version']) => void
}

/** The newest published version, whichever it is then, or one that stays. */
export function VersionSelect({
  row: { procesoId, version, versionPublicada },
  onChange,
}: VersionSelectProps) {
  const [isAsked, setIsAsked] = useState(false)
  const { data: versiones } = useVersiones(procesoId, isAsked)
  const known = new Set([
    ...(versiones?.map((each) => each.version) ?? []),
    ...(version === PUBLICADA ? [] : [version]),
  ])
  const notes = new Map(versiones?.map((each) => [each.version, each.nota]))
  const pinned = [...known]
    .sort((left, right) => right - left)
    .map((number) => {
      const nota = notes.get(number)
      return { value: String(number), label: nota ? `Fija: v${number} · ${nota}` : `Fija: v${number}` }
    })
  const newest = versionPublicada === null ? '' : ` (v${versionPublicada})`
  return (
    <Select
      aria-label="Versión"
      data-campo="version"
      className={classes.version}
      data={[{ value: PUBLICADA, label: `La publicada${newest}` }, ...pinned]}
      allowDeselect={false}
      comboboxProps={{ width: 'max-content', position: 'bottom-end' }}
      value={String(version)}
      onDropdownOpen={() => setIsAsked(true)}
      onChange={(chosen) => onChange(chosen === PUBLICADA ? PUBLICADA : Number(chosen))}
    />
  )
}
