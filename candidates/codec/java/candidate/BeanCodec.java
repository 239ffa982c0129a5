package candidate;

import wirecost.Codec;
import wirecost.Task;

/** A candidate that reads and writes objects of generated classes. */
abstract class BeanCodec extends Codec {
    protected final Beans beans;

    protected BeanCodec(Task task) throws Exception {
        beans = new Beans(task);
    }

    @Override
    public final Object answer(Object decoded) throws Exception {
        return beans.value(decoded);
    }

    @Override
    public final Object input(Object value) throws Exception {
        return beans.object(value);
    }
}
