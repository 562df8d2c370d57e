import { useRef, useState } from 'react'

/** What an action would do, and what it was asked of. */
export interface Review<Choice, Answer> {
  choice: Choice
  answer: Answer
}

/** Looks before something is done. What was looked at is what is done, and an answer that comes after another choice is not heard. */
export function useReview<Choice, Answer>(
  look: (choice: Choice, isWanted: () => boolean) => Promise<Answer | null>,
) {
  const [review, setReview] = useState<Review<Choice, Answer> | null>(null)
  const asked = useRef(0)

  function forget() {
    asked.current++
    setReview(null)
  }

  async function ask(choice: Choice) {
    forget()
    const own = asked.current
    const isWanted = () => own === asked.current
    const answer = await look(choice, isWanted)
    if (isWanted() && answer !== null) setReview({ choice, answer })
  }

  /** It was done: what became of it stands in the place of what would. */
  function settle(answer: Answer) {
    setReview((current) => current && { ...current, answer })
  }

  return { review, ask, forget, settle }
}
