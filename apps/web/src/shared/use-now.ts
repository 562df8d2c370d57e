import { useEffect, useState } from 'react'

/** The time, told anew every second: for what grows old on the screen. */
export function useNow(stepMs = 1_000): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), stepMs)
    return () => clearInterval(timer)
  }, [stepMs])
  return now
}
