import type { Particle, QName } from '../model/schema.ts'
import { fieldNames } from './field-names.ts'

/**
 * The particle as it stands in one type: each element with its field, and whether it may come more than once there. What groups and bases
 * share is copied, since the same element can be a list in one type and a single value in another. `spend` is told how many there are before
 * they are made: references inside references would multiply without bound.
 */
export function placeParticles(particle: Particle, spend: (count: number) => void): Particle {
  const times = countElements(particle, spend)
  const campos = fieldNames(times.keys())
  const place = (each: Particle): Particle => {
    if (each.kind === 'any') return each
    if (each.kind !== 'element') return { ...each, particles: each.particles.map(place) }
    const { name } = each.element
    return { ...each, campo: campos.get(name) ?? name, repeated: (times.get(name) ?? 0) > 1 }
  }
  return place(particle)
}

/** How often each element may come at most. */
function countElements(particle: Particle, spend: (count: number) => void): Map<QName, number> {
  spend(1)
  const times = new Map<QName, number>()
  if (particle.kind === 'element') times.set(particle.element.name, particle.max)
  if (particle.kind === 'element' || particle.kind === 'any') return times
  for (const each of particle.particles) {
    for (const [name, count] of countElements(each, spend)) {
      const before = times.get(name) ?? 0
      times.set(name, particle.kind === 'choice' ? Math.max(before, count) : before + count)
    }
  }
  // Zero of a group that is repeated without bound stays zero.
  if (particle.max !== 1) for (const [name, count] of times) times.set(name, count * particle.max)
  return times
}
