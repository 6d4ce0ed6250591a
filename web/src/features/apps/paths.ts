/** Where the plan of the organization is changed. */
export const billingPath = '/dashboard/settings?tab=billing'
