import { useCallback } from 'react'
import { useDispatch } from 'react-redux'
import { api } from '../../../shared/api/base.ts'
import { tagOf } from '../../../shared/api/tags.ts'
import { useLazyStandingQuery } from '../api.ts'

/** Checks again whether the organization is past due; the response sets or clears the flag. */
export function useCheckPastDue(): () => Promise<void> {
  const [checkStatus] = useLazyStandingQuery()
  const dispatch = useDispatch()
  return useCallback(async () => {
    dispatch(api.util.invalidateTags([tagOf('Me', 'me')]))
    await checkStatus()
  }, [checkStatus, dispatch])
}
