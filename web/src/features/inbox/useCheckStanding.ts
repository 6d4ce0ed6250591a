import { useCallback } from 'react'
import { useDispatch } from 'react-redux'
import { api } from '../../shared/api/base.ts'
import { tagOf } from '../../shared/api/tags.ts'
import { useLazyStandingQuery } from './api.ts'

/** Asks the server again whether the account is on hold; the answer sets or clears the past-due flag by itself. */
export function useCheckStanding(): () => Promise<void> {
  const [ask] = useLazyStandingQuery()
  const dispatch = useDispatch()
  return useCallback(async () => {
    dispatch(api.util.invalidateTags([tagOf('Me', 'me')]))
    await ask()
  }, [ask, dispatch])
}
