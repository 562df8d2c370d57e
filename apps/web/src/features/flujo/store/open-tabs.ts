import { makeUuid } from '../../../shared/make-uuid.ts'

/** This tab, until it is loaded again. */
export const PESTANA = makeUuid()

const lockOf = (pestana: string) => `lienzo:${pestana}`

/** Over https and on this machine: a lock is there as long as its tab, whatever that is busy with. Null: the browser has none. */
const locks = 'locks' in navigator ? navigator.locks : null
void locks?.request(lockOf(PESTANA), () => new Promise(() => undefined))

/** How long another tab has to say that it is there, where there are no locks. */
const ANSWER_MS = 1_500

interface Question {
  pestanas: readonly string[]
}
interface Answer {
  abierta: string
}

const channel = new BroadcastChannel('lienzo')
channel.addEventListener('message', ({ data }: MessageEvent<Question | Answer>) => {
  if ('pestanas' in data && data.pestanas.includes(PESTANA)) say({ abierta: PESTANA })
})

function say(message: Question | Answer): void {
  channel.postMessage(message)
}

/** Of these tabs those that are closed. This one is not asked. */
export async function findClosed(pestanas: readonly string[]): Promise<readonly string[]> {
  const others = pestanas.filter((each) => each !== PESTANA)
  if (others.length === 0) return []
  const open = locks ? await listLocked(locks, others) : await askOpen(others)
  return others.filter((each) => !open.has(each))
}

async function listLocked(held: LockManager, pestanas: readonly string[]): Promise<ReadonlySet<string>> {
  const names = new Set((await held.query()).held?.map(({ name }) => name))
  return new Set(pestanas.filter((each) => names.has(lockOf(each))))
}

/** Those that say so in time. */
async function askOpen(pestanas: readonly string[]): Promise<ReadonlySet<string>> {
  const open = new Set<string>()
  await new Promise<void>((resolve) => {
    const end = () => {
      channel.removeEventListener('message', hear)
      resolve()
    }
    const hear = ({ data }: MessageEvent<Question | Answer>) => {
      if ('abierta' in data) open.add(data.abierta)
      if (pestanas.every((each) => open.has(each))) end()
    }
    channel.addEventListener('message', hear)
    say({ pestanas })
    setTimeout(end, ANSWER_MS)
  })
  return open
}
