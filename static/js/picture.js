/** Hands the picture at this address to the phone's share sheet; rejects where that does not take it. */
export async function share(address) {
  const picture = await (await fetch(address)).blob();
  const files = [new File([picture], "scorekeeper.png", { type: picture.type })];
  if (!navigator.canShare({ files })) throw new Error("no files");
  try {
    await navigator.share({ files });
  } catch (error) {
    if (error.name !== "AbortError") throw error;
  }
}
