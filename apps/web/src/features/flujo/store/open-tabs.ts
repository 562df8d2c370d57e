import { makeUuid } from '../../../shared/make-uuid.ts'

/** This tab, until it is loaded again. */
export const PESTANA = makeUuid()

/** How long another tab has to say that it is there. */
const ANSWER_MS = 200

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

/** Of these tabs those that are closed, or were when they last could say so: nobody answers for them. This one is not asked. */
export async function findClosed(pestanas: readonly string[]): Promise<readonly string[]> {
  const others = pestanas.filter((each) => each !== PESTANA)
  if (others.length === 0) return []
  const open = new Set<string>()
  const hear = ({ data }: MessageEvent<Question | Answer>) => {
    if ('abierta' in data) open.add(data.abierta)
  }
  channel.addEventListener('message', hear)
  say({ pestanas: others })
  await new Promise((resolve) => setTimeout(resolve, ANSWER_MS))
  channel.removeEventListener('message', hear)
  return others.filter((each) => !open.has(each))
}
