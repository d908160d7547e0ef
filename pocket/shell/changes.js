// The changes at a table: a list of IDs, the oldest first. The first one is that of the table itself, each other one
// stands for a form that was done. The host knows all of them, a guest those of which its host has told. So a phone can
// tell whether another one lacks what stands on its own pad.
import { at } from "./builds.js";

const NAME = `scorekeeper changes ${at("").pathname}`; // key in localStorage
const MOST = 2000; // changes that are remembered: those of an evening
export const newId = () => crypto.randomUUID().slice(0, 8);

export const setChanges = ([table, ...changes]) => {
  localStorage.setItem(NAME, JSON.stringify([table, ...changes.slice(-MOST)]));
};

export const changes = () => {
  const found = JSON.parse(localStorage.getItem(NAME));
  if (!found) setChanges([newId()]);
  return found ?? changes();
};

export const addChange = (id) => {
  if (!changes().includes(id)) setChanges([...changes(), id]);
};

export const forgetChanges = () => localStorage.removeItem(NAME);

// Return how many of this phone's changes these lack; of another table: undefined.
export const missingIn = (there) => {
  const here = changes();
  return here[0] === there[0] ? here.filter((each) => !there.includes(each)).length : undefined;
};
