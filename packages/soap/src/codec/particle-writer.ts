import type { ElementDecl, ElementParticle, GroupParticle, Particle } from '../model/schema.ts'
import { type Field, fieldsOf, holdsAny } from './fields.ts'
import { type EncodeElement, placed, type Writing } from './writing.ts'

type Data = Record<string, unknown>
type WriteParticle = (data: Data, writing: Writing) => string

interface Parts {
  /** What is written with xsi:nil when nobody gives it. */
  absentNil: ReadonlySet<Particle>
  writerOf(element: ElementDecl): EncodeElement
  /** Whether a field stands in the place of `xsd:any`. */
  isUndeclared(campo: string): boolean
  /** All of these. */
  writeUndeclared(data: Data, writing: Writing): string
}

/** Writes the fields of a content model in its order (Structures 3.8). Whether all are there has been looked at. */
export function compileParticle(particle: Particle, parts: Parts): WriteParticle {
  if (!hasRounds(particle) && !holdsAny(particle)) return compileOnce(particle, parts)
  const compiled = compileRounds(particle, parts)
  return (data, writing) => {
    const undeclared = Object.keys(data).find(parts.isUndeclared)
    const rounds = { data, taken: new Map<string, number>(), hasUndeclared: undeclared !== undefined }
    const written = compiled.write(rounds, writing)
    if (undeclared !== undefined && rounds.hasUndeclared)
      writing.errores.push({ campo: undeclared, mensaje: 'No puede estar junto a los otros datos.' })
    return written
  }
}

/** A group that is repeated takes from its fields round by round. */
function hasRounds(particle: Particle): boolean {
  if (particle.kind === 'element' || particle.kind === 'any') return false
  return particle.max > 1 || particle.particles.some(hasRounds)
}

/** Of a content model without `xsd:any`. */
function compileOnce(particle: Particle, parts: Parts): WriteParticle {
  if (particle.kind === 'any') return () => ''
  if (particle.kind === 'element') {
    const writers = fieldsOf(particle).map((field) => compileField(field, particle, parts))
    const [only] = writers
    return only && writers.length === 1 ? only : writeAll(writers)
  }
  return writeAll(particle.particles.map((each) => compileOnce(each, parts)))
}

function writeAll(writers: readonly WriteParticle[]): WriteParticle {
  return (data, writing) => {
    let written = ''
    for (const write of writers) written += write(data, writing)
    return written
  }
}

function compileField(
  { campo, element, repeated }: Field,
  particle: ElementParticle,
  parts: Parts,
): WriteParticle {
  const write = parts.writerOf(element)
  if (repeated) {
    return (data, writing) => {
      let written = ''
      const items = itemsOf(data, campo)
      for (let index = 0; index < items.length; index++)
        written += placed(items[index], writing, write, campo, index)
      return written
    }
  }
  const { nillable } = element
  const { min } = particle
  const isNilWhereAbsent = parts.absentNil.has(particle)
  // Plain data inherits something of this name: only there its own has to be told apart.
  const isInherited = campo in Object.prototype
  return (data, writing) => {
    const given = isInherited && !Object.hasOwn(data, campo) ? undefined : data[campo]
    const value = given === undefined && isNilWhereAbsent ? null : given
    if (value === undefined || (value === null && !nillable && min === 0)) return ''
    return placed(value, writing, write, campo)
  }
}

/** A value that is no list is a list of one. */
function itemsOf(data: Data, campo: string): readonly unknown[] {
  const value = Object.hasOwn(data, campo) ? data[campo] : undefined
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value : [value]
}

interface Rounds {
  data: Data
  /** How many values of each field are written already. */
  taken: Map<string, number>
  /** What is left for `xsd:any`: the first that is reached takes all of it, since fields do not say for which they are. */
  hasUndeclared: boolean
}

interface CompiledRounds {
  write(rounds: Rounds, writing: Writing): string
  /** Whether values of declared fields are left. */
  hasMore(rounds: Rounds): boolean
  takesAny: boolean
}

function compileRounds(particle: Particle, parts: Parts): CompiledRounds {
  if (particle.kind === 'any') return compileAny(parts)
  return particle.kind === 'element'
    ? compileElementRounds(particle, parts)
    : compileGroupRounds(particle, parts)
}

function compileAny({ writeUndeclared }: Parts): CompiledRounds {
  return {
    takesAny: true,
    hasMore: () => false,
    write(rounds, writing) {
      if (!rounds.hasUndeclared) return ''
      rounds.hasUndeclared = false
      return writeUndeclared(rounds.data, writing)
    },
  }
}

/** Its one value may be null. */
function compileSingle(particle: ElementParticle, parts: Parts): CompiledRounds {
  const { campo } = particle
  const campos = fieldsOf(particle).map((field) => field.campo)
  const write = compileOnce(particle, parts)
  return {
    takesAny: false,
    hasMore: ({ data, taken }) => !taken.has(campo) && campos.some((each) => Object.hasOwn(data, each)),
    write({ data, taken }, writing) {
      if (taken.has(campo)) return ''
      taken.set(campo, 1)
      return write(data, writing)
    },
  }
}

function compileElementRounds(particle: ElementParticle, parts: Parts): CompiledRounds {
  if (!particle.repeated) return compileSingle(particle, parts)
  const fields = fieldsOf(particle).map(({ campo, element }) => ({ campo, write: parts.writerOf(element) }))
  const left = ({ data, taken }: Rounds, campo: string) =>
    itemsOf(data, campo).length - (taken.get(campo) ?? 0)
  return {
    takesAny: false,
    hasMore: (rounds) => fields.some(({ campo }) => left(rounds, campo) > 0),
    write(rounds, writing) {
      let written = ''
      let room = particle.max
      for (const { campo, write } of fields) {
        const items = itemsOf(rounds.data, campo)
        for (; room > 0 && left(rounds, campo) > 0; room--) {
          const index = rounds.taken.get(campo) ?? 0
          rounds.taken.set(campo, index + 1)
          written += placed(items[index], writing, write, campo, index)
        }
      }
      return written
    },
  }
}

function compileGroupRounds({ kind, max, particles }: GroupParticle, parts: Parts): CompiledRounds {
  const compiled = particles.map((particle) => compileRounds(particle, parts))
  const takesAny = compiled.some((part) => part.takesAny)
  const hasMore = (rounds: Rounds) => compiled.some((part) => part.hasMore(rounds))
  const isDue = (rounds: Rounds) => hasMore(rounds) || (takesAny && rounds.hasUndeclared)
  // Of a choice whose alternatives all take anything, what is declared says which it is.
  const chosen = (rounds: Rounds) =>
    compiled.find((part) => part.hasMore(rounds)) ?? compiled.find((part) => part.takesAny)
  const writeRound = (rounds: Rounds, writing: Writing): string => {
    if (kind === 'choice') return chosen(rounds)?.write(rounds, writing) ?? ''
    let written = ''
    for (const part of compiled) written += part.write(rounds, writing)
    return written
  }
  return {
    takesAny,
    hasMore,
    write(rounds, writing) {
      let written = ''
      for (let round = 0; round < max && isDue(rounds); round++) written += writeRound(rounds, writing)
      return written
    },
  }
}
