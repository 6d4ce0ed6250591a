import { useCallback } from 'react'
import { useDispatch } from 'react-redux'
import { api } from '../../../shared/api/base.ts'
import { tagOf } from '../../../shared/api/tags.ts'
import { useLazyPastDueCheckQuery } from '../api.ts'

/** Checks again whether the organization is past due; the response sets or clears the flag. */
export function useCheckPastDue(): () => Promise<void> {
  const [checkPastDue] = useLazyPastDueCheckQuery()
  const dispatch = useDispatch()
  return useCallback(async () => {
    dispatch(api.util.invalidateTags([tagOf('Me', 'me')]))
    await checkPastDue()
  }, [checkPastDue, dispatch])
}
