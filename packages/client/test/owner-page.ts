// A page for project owners: it imports only their projects from an entry that has the admin app too.
export { createProject, listOwnedProjects } from '../src/admin.ts'
